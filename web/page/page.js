// @ts-check
/** The page: it passes clicks to Python, and shows what Python answers. */
import { start } from './engine.js';
import { $, listen, mark, showBoard } from './board.js';
import { drawGraph } from './graph.js';
import { readAddress, recordGame } from './history.js';
import { goToPosition, listenToLook, openTree } from './look.js';
import { words } from './words.js';
import { askQuickly, copyAsBefore, showWork, stopLate, tryToAsk } from './work.js';

// Python says of a file with this many characters that it is too long.
const LONGEST_FILE = 200_001;

/** The last answer of Python that was a position. @type {any} */
let shown = { request: {} };
/** The request for the position on the board, where that follows a search.
 * @type {any} */
let peeked = null;
/** What a review has found of the game. @type {any[]} */
let graph = [];
/** What Python is doing now, and can be stopped. */
let work = new AbortController();
/** How many quick questions were asked: only the last one is of interest. */
let asked = 0;

/** What an answer says of elements by their names, and where that is put. */
const PROPERTIES = { text: 'textContent', value: 'value', hidden: 'hidden',
                     disabled: 'disabled', pressed: 'ariaPressed' };

/** Show an answer of Python, or a part of one. See web/positions.py. A position
 * is a new step of the browser's history, unless it replaces the last one. */
function show(/** @type {any} */ answer, replaces = false) {
  const { activeElement } = document;
  for (const [id, pairs] of Object.entries(answer.choices ?? {})) {
    $(id).replaceChildren(...pairs.map(
      (/** @type {string[]} */ [key, title]) => new Option(title, key)));
  }
  for (const [kind, property] of Object.entries(PROPERTIES)) {
    for (const [id, wanted] of Object.entries(answer[kind] ?? {})) {
      $(id)[property] = wanted;
    }
  }
  if (answer.board) showBoard(answer.board);
  mark(answer.marks ?? [], answer.hinted);
  if (answer.request) showPosition(answer, replaces);
  if (answer.moves) listMoves(answer.moves);
  if (answer.graph) graph = answer.graph;
  if (answer.graph || answer.request) drawGraph(graph, shown.place - 1, (i) => goTo(i + 1));
  if (answer.file) download(answer.file);
  // What cannot be used any more does not keep the focus.
  if (activeElement?.matches(':disabled, [hidden], [hidden] *')) $('board').focus();
}

/** Show a position, and ask what it asks next. */
async function showPosition(/** @type {any} */ answer, /** @type {boolean} */ replaces) {
  work.abort();
  const { signal } = work = new AbortController();
  if (answer.request.link !== shown.request.link) graph = [];
  [shown, peeked] = [answer, null];
  document.title = answer.text.title;
  recordGame(answer.link, replaces);
  listLines(answer.lines);
  goToPosition(answer);
  showWork('');
  if (answer.next === 'choose' && answer.watched) {
    await new Promise((done) => { setTimeout(done, $('delay').value); });
  }
  if (answer.next && !signal.aborted) think(answer.next);
}

/** Return a new element with these properties and children. */
function make(/** @type {string} */ name, properties = {},
              /** @type {(string | Node)[]} */ ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/**
 * List the moves. Each entry is a button that leads to the position after it.
 * @param {{text: string, player: string, note: string}[]} moves
 */
function listMoves(moves) {
  const { place } = shown.request;
  const list = $('moves');
  list.replaceChildren(...moves.map(({ text, player, note }, i) => make(
    'li', {}, make('button', {
      className: `${player}${i > place ? ' later' : ''}`,
      ariaCurrent: i === place ? 'step' : null,
      onclick: async () => {
        await goTo(i);
        list.children[i].firstChild.focus();
      },
    }, make('b', {}, text), ' ', make('small', {}, note)))));
  // The list alone scrolls to the current one, not the page.
  list.scrollTop = list.children[place].offsetTop - list.offsetTop
    - list.clientHeight / 2;
}

/** List the other lines of play. */
function listLines(/** @type {{line: string, text: string}[]} */ lines) {
  $('lines-part').hidden = !lines.length;
  $('lines').replaceChildren(...lines.map(({ line, text }) => make('li', {}, make('button', {
    onclick: () => pass('line', { line, place: null }) }, text))));
}

/** Go to the position after this many moves. Programs wait there. */
const goTo = (/** @type {number} */ place) =>
  pass('position', { place, paused: true });

/** Give the user a file. */
function download(/** @type {{name: string, text: string}} */ file) {
  const href = URL.createObjectURL(new Blob([file.text]));
  make('a', { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** Show the answer to a question that Python answers at once. */
async function pass(/** @type {string} */ what, more = {}, replaces = false) {
  const turn = (asked += 1);
  $('board').setAttribute('aria-busy', 'true');
  stopLate();
  const answer = await askQuickly({ ...shown.request, ...more, ask: what },
                                  () => turn === asked);
  if (turn !== asked) return;
  if (answer) show(answer, replaces);
  $('board').setAttribute('aria-busy', 'false');
}

/** Show a position of a search on the board: the game stays where it is. */
async function peek(/** @type {any} */ more) {
  const turn = (asked += 1);
  const answer = await askQuickly({ ...shown.request, ...more, ask: 'node' },
                                  () => turn === asked);
  if (turn !== asked || !answer) return;
  peeked = answer.request;
  showBoard(answer.board);
  for (const id of ['status', 'standing']) $(id).textContent = answer.text[id];
}

/**
 * Show the answer to what may take long, part by part, and return it; null if
 * it is stopped or fails.
 */
async function think(/** @type {string} */ what, more = {}) {
  // While somebody looks at a tree, programs wait.
  if (['tree', 'search'].includes(what) && shown.next === 'choose') await goTo(shown.place);
  work.abort();
  const { signal } = work = new AbortController();
  $('message').textContent = '';
  showWork(words.work[/** @type {'hint'} */ (what)]);
  const answer = await tryToAsk({ ...shown.request, ...more, ask: what },
                                signal, show);
  if (signal.aborted) return null;
  showWork('');
  if (answer) show(answer);
  else if (what === 'choose') await stop('message', $('message').textContent);
  return answer;
}

/** Have programs wait, and say why. */
async function stop(/** @type {string} */ id, /** @type {string} */ why) {
  work.abort();
  await pass('position', { paused: true, values: false });
  $(id).textContent = why;
}

/** What the buttons do. */
const actions = {
  values: () => pass('position', { values: !shown.request.values }),
  hint: () => think('hint'),
  undo: () => goTo(shown.turns.undo),
  redo: () => goTo(shown.turns.redo),
  stop: async () => {
    const why = words.stopped($('where').textContent);
    if (!stopLate()) await stop('found', why);
    // Where the first game loops, there is another one.
    else if (!shown.request.link) await pass('begin', { link: 'game=s' });
    $('found').textContent = why;
  },
  pause: () => pass('position', { paused: !shown.request.paused }),
  step: () => think('choose', { paused: true }),
  review: () => think('review'),
  link: async () => {
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true, () => false) ?? copyAsBefore(location.href);
    $('found').textContent = copied ? words.copied : words.linkAbove;
  },
  save: () => pass('save'),
};

/** What the form for a new game says. */
const readForm = () => Object.fromEntries(
  ['game', 'size', 'p1', 'p2', 'first'].map((id) => [id, $(id).value.trim()]));

/** Start the page. */
async function main() {
  await start((stage, part) => {
    $('status').textContent = words.stage[/** @type {'ready'} */ (stage)];
    $('progress').hidden = false;
    $('progress').value = part;
  });
  $('progress').removeAttribute('value');
  showWork('');
  listen((move) => pass('move', { ...peeked, move }));
  for (const [id, act] of Object.entries(actions)) $(id).onclick = act;
  $('load').onchange = async () => {
    const text = await $('load').files[0].slice(0, LONGEST_FILE).text();
    $('load').value = '';
    await pass('load', { text });
  };
  $('game').onchange = () => pass('sizes', readForm());
  $('setup').onsubmit = () => {
    pass('begin', { link: `${new URLSearchParams(readForm())}`, place: null,
                    paused: false, notes: [], lines: [] });
    return false;  // The browser does not send the form anywhere.
  };
  $('type').onsubmit = () => {
    pass('move', { move: $('move').value.trim() });
    $('move').value = '';
    return false;
  };
  const open = async () => {
    const { game, tree } = readAddress();
    await pass('open', { opened: game }, true);
    if (shown.request.link) await openTree(tree);
  };
  window.addEventListener('hashchange', open);
  listenToLook({
    think: async (/** @type {string} */ what, /** @type {any} */ more) =>
      ({ answer: await think(what, more), why: $('message').textContent }),
    boards: (/** @type {any} */ more) =>
      askQuickly({ ...shown.request, ...more, ask: 'boards' }), peek,
    open: (/** @type {any} */ more) => pass('node', more) });
  await open();
  for (const each of document.querySelectorAll('[inert]')) each.removeAttribute('inert');
}

main().catch((error) => { $('message').textContent = error.message; });
