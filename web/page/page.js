// @ts-check
/** The page: it passes clicks to Python, and shows what Python answers. Its address
 * is a link to all that is shown. */
import { $, holdFocus, listenToBoard, mark } from './board.js';
import { start } from './engine.js';
import { formatTree, goToPosition, listenToLook, openTree } from './look.js';
import { words } from './words.js';
import { askQuickly, showWork, stopLate, tryToAsk } from './work.js';

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

/** Ask what Python answers at once. If it is still wanted then, show that. */
async function pass(/** @type {string} */ what, more = {},
                    use = (/** @type {any} */ answer) => { accept(answer); }) {
  const turn = (asked += 1);
  $('board').setAttribute('aria-busy', 'true');
  stopLate();
  const answer = await askQuickly({ ...shown.request, ...more, ask: what },
                                  () => turn === asked);
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
  const answer = await tryToAsk({ ...shown.request, ...more, ask: what },
                                signal, show);
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
  link: () => {
    // As there is no clipboard without https, what is copied is replaced.
    document.oncopy = (event) => {
      event.clipboardData?.setData('text/plain', location.href);
      return false;
    };
    $('found').textContent = document.execCommand('copy') ? words.copied : words.linkAbove;
    document.oncopy = null;
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
  await start((stage, part) => {
    $('status').textContent = words.stage[/** @type {'ready'} */ (stage)];
    $('progress').hidden = false;
    $('progress').value = part;
  });
  document.onclick = ({ target }) => choose(target);
  listenToBoard(choose);
  $('progress').removeAttribute('value');
  showWork('');
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
  listenToLook({ think, peek, show, record,
                 ask: (/** @type {string} */ what, /** @type {any} */ more) =>
                   askQuickly({ ...shown.request, ...more, ask: what }),
                 open: (/** @type {string} */ line) => pass('line', { line, paused: true }) });
  await open();
  for (const each of document.querySelectorAll('[inert]')) each.removeAttribute('inert');
}

main().catch((error) => { $('message').textContent = error.message; });
