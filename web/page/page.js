// @ts-check
/** The page: it passes clicks to Python, and shows what Python answers. Its address
 * is a link to all that is shown. */
import { $, holdFocus, listenToBoard, mark } from './board.js';
import { ask, start } from './engine.js';
import { formatTree, goToPosition, listenToLook, openTree } from './look.js';
import { words } from './words.js';

// Python says of a file with this many characters that it is too long.
const LONGEST_FILE = 200_001;

/** The last answer of Python that was a position. @type {any} */
let shown = { request: {}, link: '' };
/** The request for the position on the board, where that follows a search.
 * @type {any} */
let peeked = null;
/** What Python is doing now, and can be stopped. */
let work = new AbortController();
/** How many quick questions were asked: only the last one is of interest. */
let asked = 0;

/** Show what Python is doing, or with no text, that it does nothing. */
function showWork(/** @type {string} */ text) {
  $('thinking').textContent = text;
  $('progress').hidden = $('stop').hidden = !text;
}

/** What an answer says of elements by their names, and where that is put. HTML
 * has no text but Python's, escaped. */
const PROPERTIES = { text: 'textContent', html: 'innerHTML', value: 'value', hidden: 'hidden',
                     disabled: 'disabled', pressed: 'ariaPressed' };

/** Show an answer of Python, or a part of one. See web/positions.py. */
function show(/** @type {any} */ answer) {
  const giveBack = holdFocus();
  for (const [kind, property] of Object.entries(PROPERTIES)) {
    for (const [id, wanted] of Object.entries(answer[kind] ?? {})) {
      $(id)[property] = wanted;
    }
  }
  mark(answer.marks ?? [], answer.hinted);
  if (answer.html?.moves) {
    // The list alone scrolls to the current move, not the page.
    const [list, now] = [$('moves'), $('moves').querySelector('[aria-current]')];
    list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  giveBack();
  if (answer.file) download(answer.file);
}

/** Have the address name what is shown: as a new step of the browser's history,
 * to which Back leads, or in place of the last one. */
function record(isNew = false) {
  const address = shown.link + formatTree();
  if (address !== location.hash) history[isNew ? 'pushState' : 'replaceState'](null, '', address);
}

/** Show an answer; if it is a position, ask what that asks next. Unless it replaces
 * the last one, it is a new step of the history. */
async function accept(/** @type {any} */ answer, replaces = false) {
  show(answer);
  if (!answer.request) return;
  work.abort();
  const before = shown;
  [shown, peeked] = [answer, null];
  document.title = answer.text.title;
  showWork('');
  record(!replaces && before.link !== '' && ['link', 'place'].some(
    (name) => before.request[name] !== answer.request[name]));
  await goToPosition(answer);
  const { signal } = work = new AbortController();
  if (answer.next === 'choose' && answer.watched) {
    await new Promise((done) => { setTimeout(done, $('delay').value); });
  }
  if (answer.next && shown === answer && !signal.aborted) think(answer.next);
}

/** Go to the position after this many moves. Programs wait there. */
const goTo = (/** @type {number} */ place) =>
  pass('position', { place, paused: true });

/** Give the user a file. */
function download(/** @type {{name: string, text: string}} */ file) {
  const href = URL.createObjectURL(new Blob([file.text]));
  Object.assign(document.createElement('a'), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** Return the answer to a question about the game, which says more than that;
 * or say why there is none, and return null. */
async function tryToAsk(/** @type {string} */ what, more = {},
                        /** @type {any} */ options = undefined) {
  const note = $(['tree', 'search'].includes(what) ? 'look-note' : 'message');
  try {
    const answer = await ask({ ...shown.request, ...more, ask: what }, options);
    if (!answer.error) return answer;
    note.textContent = `${answer.error}.`;
  } catch {
    if (!options?.signal?.aborted) note.textContent = words.noAnswer;
  }
  return null;
}

/** Ask what Python answers at once. If it is still wanted then, show that. */
async function pass(/** @type {string} */ what, more = {},
                    use = (/** @type {any} */ answer) => { accept(answer); }) {
  const turn = (asked += 1);
  $('board').setAttribute('aria-busy', 'true');
  const answer = await tryToAsk(what, more);
  if (turn !== asked) return;
  if (answer) use(answer);
  $('board').setAttribute('aria-busy', 'false');
}

/** Show a position of a search on the board: the game stays where it is. */
const peek = (/** @type {string} */ line) => pass('line', { line }, (answer) => {
  peeked = answer.request;
  const { text: { status, standing }, html: { board } } = answer;
  show({ text: { status, standing }, html: { board } });
});

/**
 * Show the answer to what may take long, part by part, and return it; null if
 * it is stopped or fails.
 */
async function think(/** @type {string} */ what, more = {}) {
  // While somebody looks at a tree, programs wait.
  if (['tree', 'search'].includes(what) && shown.next === 'choose') await goTo(shown.request.place);
  work.abort();
  const { signal } = work = new AbortController();
  $('message').textContent = $('look-note').textContent = '';
  showWork(words.work[/** @type {'hint'} */ (what)]);
  const answer = await tryToAsk(what, more, {
    signal, tell: (/** @type {any} */ part) => signal.aborted || show(part) });
  if (signal.aborted) return null;
  showWork('');
  if (answer) accept(answer);
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
  stop: () => stop('found', words.stopped),
  pause: () => pass('position', { paused: !shown.request.paused }),
  step: () => think('choose', { paused: true }),
  review: () => think('review'),
  link: async () => {
    await navigator.clipboard?.writeText(location.href).then(
      () => { $('found').textContent = words.copied; },
      () => { $('found').textContent = words.linkAbove; });
  },
  save: () => pass('save'),
};

/** What can be chosen on the page: see web/positions.py. */
const choices = {
  move: (/** @type {string} */ move) => pass('move', { ...peeked, move }),
  place: (/** @type {string} */ place) => goTo(Number(place)),
  line: (/** @type {string} */ line) => pass('line', { line, place: null }),
};

/** Choose what an element, or what it is in, stands for. */
function choose(/** @type {any} */ target) {
  for (const [name, act] of Object.entries(choices)) {
    const each = target.closest(`[data-${name}]`);
    if (each) act(each.dataset[name]);
  }
}

/** Start the page. */
async function main() {
  await start((stage) => {
    $('status').textContent = words.stage[/** @type {'ready'} */ (stage)];
  });
  document.onclick = ({ target }) => choose(target);
  listenToBoard(choose);
  for (const [id, act] of Object.entries(actions)) $(id).onclick = act;
  $('load').onchange = async () => {
    const text = await $('load').files[0].slice(0, LONGEST_FILE).text();
    $('load').value = '';
    await pass('load', { text });
  };
  $('game').onchange = () => pass('sizes', { game: $('game').value });
  $('setup').onsubmit = () => {
    const link = `${new URLSearchParams(/** @type {any} */ (new FormData($('setup'))))}`;
    pass('begin', { link, place: null, paused: false, notes: [], lines: [] });
    return false;  // The browser does not send the form anywhere.
  };
  $('type').onsubmit = () => {
    pass('move', { move: $('move').value.trim() });
    $('move').value = '';
    return false;
  };
  const open = async () => pass('open', { opened: location.hash }, async (answer) => {
    await accept(answer, true);
    await openTree(answer.opened);
  });
  window.addEventListener('hashchange', open);
  listenToLook({ think, ask: tryToAsk, peek, show, record,
                 open: (/** @type {string} */ line) => pass('line', { line, paused: true }) });
  await open();
}

main().catch((error) => { $('message').textContent = error.message; });
