// @ts-check
/** The page: it passes clicks to Python, and shows what Python answers. */
import { ask, start } from './engine.js';
import { listen, showBoard, showHint, showValues, valuesAsText }
  from './board.js';
import { readLink, writeLink } from './link.js';
import { listenToLook, resetLook } from './look.js';
import { words } from './words.js';

const PERSON = 'i';
const LONGEST_FILE = 200_000;

const $ = (/** @type {string} */ id) =>
  /** @type {any} */ (document.getElementById(id));
const say = (/** @type {string} */ text) => { $('message').textContent = text; };

/** What a link that says nothing else means. */
const USUAL = { game: 'h', size: '', first: '1', p1: PERSON, p2: PERSON,
                moves: /** @type {string[]} */ ([]), place: 0 };
/** The game: its moves, also those taken back, and how many are made. */
let game = { ...USUAL };
/** @type {any} */
let position = null;
/** @type {any[]} */
let reviews = [];
let paused = false;
/** What Python is doing now, and can be stopped. */
let work = new AbortController();
let live = 0;  // Answers to what was asked before the last change are old.

/** Return the game up to the current position, as Python reads it. */
const current = () => ({ ...game, moves: game.moves.slice(0, game.place) });
const isProgram = () => position.turn && game[/** @type {'p1'} */ (position.turn)] !== PERSON;
const noPeople = () => game.p1 !== PERSON && game.p2 !== PERSON;

/** Have programs wait, or go on. While they wait, a person may move for them.
 */
function setPaused(/** @type {boolean} */ wanted) {
  paused = wanted;
  $('pause').setAttribute('aria-pressed', String(paused));
}

/** Show that Python is busy, or with no text, that it is not. */
function showWork(/** @type {string} */ text) {
  $('thinking').textContent = text;
  $('progress').hidden = $('stop').hidden = !text;
}

/** Stop what Python is doing, and begin something else. */
function renew() {
  work.abort();
  work = new AbortController();
  live += 1;
  showWork('');
  return live;
}

/**
 * Return the answer to what may take long, null if it is stopped or fails.
 * @param {string} what
 * @param {string} text
 * @param {(part: any) => void} tell
 * @param {any} [more] what the request says besides the game
 */
async function think(what, text, tell, more) {
  const turn = renew();
  showWork(text);
  const hear = (/** @type {any} */ part) => {
    if (turn !== live) return;
    if (part.scored) showWork(`${text}: ${words.positions(part.scored)}`);
    tell(part);
  };
  const answer = await tryToAsk({ ...current(), ...more, ask: what },
                                { tell: hear, signal: work.signal });
  if (turn !== live || !answer) return null;
  showWork('');
  return answer;
}

/**
 * Return the answer to a request; say why there is none, and return null.
 * @param {any} request
 * @param {any} [options]
 */
async function tryToAsk(request, options) {
  try {
    const answer = await ask(request, options);
    if (!answer.error) return answer;
    say(`${answer.error}.`);
  } catch (error) {
    if (/** @type {Error} */ (error).name !== 'AbortError') say(words.noAnswer);
  }
  return null;
}

/**
 * Go to the position after this many moves. Return whether there is one, null
 * if something else was asked for meanwhile.
 */
async function goTo(/** @type {number} */ place) {
  const turn = renew();
  const before = game.place;
  game.place = place;
  $('board').setAttribute('aria-busy', 'true');
  const answer = await tryToAsk({ ...current(), ask: 'position' });
  if (turn !== live) return null;
  $('board').setAttribute('aria-busy', 'false');
  if (!answer) game.place = before;
  else show(answer);
  return Boolean(answer);
}

/** Show a position, and let whoever is to move go on. */
function show(/** @type {any} */ answer) {
  position = answer;
  Object.assign(game, answer.request, { moves: game.moves });
  const forward = game.moves.slice(game.place);
  game.moves = [...answer.request.moves, ...forward];
  game.place = answer.request.moves.length;
  say('');
  $('title').textContent = answer.title;
  document.title = answer.title;
  $('status').textContent = answer.said;
  $('standing').textContent = answer.standing;
  $('rules').textContent = answer.rules;
  $('review-text').textContent = '';
  for (const id of ['game', 'p1', 'p2', 'first']) {
    $(id).value = game[/** @type {'p1'} */ (id)];
  }
  $('size').value = game.size;
  showBoard(answer, !isProgram() || paused);
  showMoves();
  resetLook();
  $('undo').disabled = game.place === 0;
  $('redo').disabled = game.place === game.moves.length;
  $('hint').disabled = $('values').disabled = !answer.turn;
  $('type').hidden = !answer.turn || isProgram() && !paused;
  $('programs').hidden = !noPeople() && !(paused && isProgram());
  writeLink(current());
  goOn();
}

/** Have the program that is to move choose, or look for values. */
async function goOn() {
  if (!position.turn) return;
  if (isProgram() && !paused) {
    const turn = live;
    if (noPeople()) await wait(Number($('delay').value));
    if (turn === live) await letProgramMove();
  } else if ($('values').getAttribute('aria-pressed') === 'true') {
    await findValues();
  }
}

const wait = (/** @type {number} */ ms) =>
  new Promise((resolve) => { setTimeout(resolve, ms); });

/** Have the program that is to move make its move. */
async function letProgramMove() {
  const who = words.player[/** @type {'p1'} */ (position.turn)];
  const answer = await think('choose', words.thinking(who), () => {});
  if (answer) await make(answer.move);
  else showWork('');
}

/** Make a move; if it is not possible, Python says why. */
async function make(/** @type {string} */ move) {
  const turn = live;
  const answer = await tryToAsk({ ...current(), ask: 'move', move });
  if (!answer || turn !== live) return;
  renew();
  game.moves = answer.request.moves;
  game.place = game.moves.length;
  reviews = [];
  if (!noPeople()) setPaused(false);
  show(answer);
}

/** Mark the moves with their values, while they are found. */
async function findValues() {
  $('legend').hidden = false;
  const tell = (/** @type {any} */ part) => {
    showValues(part.values ?? []);
    $('standing').textContent = valuesAsText() || position.standing;
  };
  const answer = await think('values', words.searching, tell);
  if (answer) tell(answer);
}

/** List the moves, each with what it was worth if that is known. */
function showMoves() {
  const entry = (/** @type {string} */ text, /** @type {number} */ place) => {
    const button = document.createElement('button');
    const bold = document.createElement('b');
    bold.textContent = text;
    button.append(bold);
    if (place === game.place) button.setAttribute('aria-current', 'step');
    if (place > game.place) button.classList.add('later');
    button.addEventListener('click', () => goTo(place));
    const item = document.createElement('li');
    item.append(button);
    return item;
  };
  const items = [entry(words.start, 0)];
  const starts = game.first === '2' ? 1 : 0;
  game.moves.forEach((move, i) => {
    const player = position.moves[i]?.player ?? ['p1', 'p2'][(i + starts) % 2];
    const item = entry(`${i + 1}. ${move}`, i + 1);
    const button = /** @type {Element} */ (item.firstChild);
    button.classList.add(player);
    button.setAttribute('aria-label',
      `${i + 1}. ${words.player[/** @type {'p1'} */ (player)]}: ${move}`);
    const review = reviews[i];
    if (review) {
      button.append(` ${review.word}`);
      const better = document.createElement('small');
      better.textContent = review.better;
      if (review.better) button.append(better);
      button.removeAttribute('aria-label');
    }
    items.push(item);
  });
  $('moves').replaceChildren(...items);
}

/** Return where undo or redo leads: to a turn of a person, if there is one. */
function findTurn(/** @type {number} */ step) {
  const starts = game.first === '2' ? 1 : 0;
  const isOurs = (/** @type {number} */ i) => game[/** @type {'p1'} */ (
    position.moves[i]?.player ?? ['p1', 'p2'][(i + starts) % 2])] === PERSON;
  let place = game.place + step;
  while (place > 0 && place < game.moves.length && !noPeople() && !isOurs(place)) {
    place += step;
  }
  return Math.min(Math.max(place, 0), game.moves.length);
}

/** Begin the game that the link, or else the form, describes. */
async function begin(/** @type {any} */ wanted) {
  const old = game;
  game = { ...USUAL, ...wanted };
  reviews = [];
  setPaused(wanted.moves?.length > 0 && noPeople());
  const done = await goTo(game.moves.length);
  if (done === false) {
    game = old;
    if (!position) {
      const why = $('message').textContent;
      await begin({});
      say(why);
    }
  }
}

/** Give the user a file with this text. */
function download(/** @type {string} */ text, /** @type {string} */ name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const actions = {
  values: () => {
    const on = $('values').getAttribute('aria-pressed') !== 'true';
    $('values').setAttribute('aria-pressed', String(on));
    $('legend').hidden = true;
    goTo(game.place);
  },
  hint: async () => {
    const answer = await think('hint', words.searching, () => {});
    if (!answer) return;
    $('standing').textContent = answer.text;
    if (answer.move !== null) showHint(answer.move);
  },
  undo: () => goTo(findTurn(-1)),
  redo: () => goTo(findTurn(1)),
  stop: () => {
    renew();
    $('values').setAttribute('aria-pressed', 'false');
    setPaused(isProgram() || noPeople());
    show(position);
    $('standing').textContent = words.stopped;
  },
  pause: () => {
    setPaused(!paused);
    goTo(game.place);
  },
  step: () => {
    setPaused(true);
    renew();
    if (position.turn) letProgramMove();
  },
  review: async () => {
    const tell = (/** @type {any} */ part) => {
      reviews = part.reviews ?? [];
      showMoves();
    };
    const answer = await think('review', words.reviewing, tell);
    if (!answer) return;
    tell(answer);
    $('review-text').textContent = answer.text;
  },
  link: async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      $('standing').textContent = words.copied;
    } catch {
      $('standing').textContent = words.linkBelow;
    }
  },
  save: async () => {
    const answer = await tryToAsk({ ...current(), ask: 'save' });
    if (answer) download(answer.text, `${position.title.toLowerCase().replaceAll(' ', '-')}.txt`);
  },
};

/** Load the game in the file that the user has chosen. */
async function load() {
  const file = $('load').files[0];
  if (!file) return;
  const text = file.size > LONGEST_FILE ? null : await file.text();
  $('load').value = '';
  if (text === null) {
    say(words.fileTooLong);
    return;
  }
  const answer = await tryToAsk({ ask: 'load', text });
  if (answer) await begin(answer.request);
}

/** Fill in the choices of the form. */
function fill(/** @type {any} */ choices) {
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    new Option(text, value);
  $('game').replaceChildren(...choices.games.map(
    (/** @type {any} */ each) => option(each.key, each.title)));
  for (const id of ['p1', 'p2']) {
    $(id).replaceChildren(...choices.players.map(
      (/** @type {[string, string]} */ [key, title]) => option(key, title)));
  }
  const offerSizes = () => {
    const { sizes } = choices.games.find(
      (/** @type {any} */ each) => each.key === $('game').value);
    $('sizes').replaceChildren(...sizes.map(
      (/** @type {string} */ size) => option(size, size)));
    $('size').value = sizes[0] ?? '';
  };
  $('game').addEventListener('change', offerSizes);
  offerSizes();
}

/** Start the page. */
async function main() {
  $('status').textContent = words.loading;
  await start((stage) => { $('status').textContent =
    `${words.loading} (${words.stage[/** @type {'ready'} */ (stage)]})`; });
  const choices = await tryToAsk({ ask: 'choices' });
  if (!choices) return;
  fill(choices);
  listen((move) => { if (!isProgram() || paused) make(move); });
  for (const [id, act] of Object.entries(actions)) {
    $(id).addEventListener('click', act);
  }
  $('load').addEventListener('change', load);
  $('setup').addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    begin(Object.fromEntries(['game', 'size', 'p1', 'p2', 'first'].map(
      (id) => [id, $(id).value.trim()])));
  });
  $('type').addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    const move = $('move').value.trim();
    $('move').value = '';
    if (move) make(move);
  });
  listenToLook((what, text, more) => think(what, text, () => {}, more),
               choices.noTree);
  window.addEventListener('hashchange', () => begin(readLink()));
  await begin(readLink());
}

main();
