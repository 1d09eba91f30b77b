/** The page: it passes clicks to Python, and shows what Python answers. Its address
 * is a link to all that is shown. */
import { $, CHOICES, holdFocus, mark } from './board.js';
import { start } from './engine.js';
import { acts } from './keys.js';
import { formatTree, goToPosition, openTree } from './look.js';
import { words } from './words.js';
import { askQuickly, showWork, stopLate, tryToAsk } from './work.js';

/** The last answer of Python that was a position. @type {any} */
export let shown = { request: {}, link: '' };
/** The request for a position of a search, if the board shows one. @type {any} */
let peeked = null;
/** What Python is doing now, and can be stopped. */
let work = new AbortController();
/** How many quick questions were asked: only the last one is of interest. */
let asked = 0;
/** The part of the address which says that a part of the page is shown alone. */
let embed = '';

/** What an answer says of elements by their names, and where that is put. HTML
 * has no text but Python's, escaped. */
const PROPERTIES = { text: 'textContent', html: 'innerHTML', value: 'value', hidden: 'hidden',
  disabled: 'disabled', pressed: 'ariaPressed', href: 'href', download: 'download', open: 'open' };

/** Show an answer of Python, or a part of one. See web/positions.py. */
export function show(/** @type {any} */ answer) {
  const giveBack = holdFocus();
  for (const [kind, property] of Object.entries(PROPERTIES)) {
    for (const [id, wanted] of Object.entries(answer[kind] ?? {})) $(id)[property] = wanted;
  }
  mark(answer.marks ?? [], answer.hinted);
  // The list alone scrolls to the current move, not the page.
  const now = $('moves').querySelector('[aria-current]');
  if (answer.html?.moves) $('moves').scrollTop = now.offsetTop - $('moves').clientHeight / 2;
  giveBack();
}

/** Have the address name what is shown: as a new step of the browser's history,
 * to which Back leads, or in place of the last one. */
export function record(isNew = false) {
  const address = $('whole').href = shown.link + formatTree();
  if (address + embed === location.hash) return;
  history[isNew ? 'pushState' : 'replaceState'](null, '', address + embed);
}

/** Show an answer; if it is a position, ask what that asks next. Unless it replaces
 * the last one, it is a new step of the history. */
async function accept(/** @type {any} */ answer, replaces = false) {
  show(answer);
  if (!answer.request) return;
  work.abort();
  const isNew = !replaces && shown.link !== '' && ['link', 'place'].some(
    (name) => shown.request[name] !== answer.request[name]);
  [shown, peeked] = [answer, null];
  document.title = answer.text.title;
  showWork('');
  record(isNew);
  await goToPosition(answer);
  const { signal } = work = new AbortController();
  if (answer.next === 'choose' && answer.watched) {
    await new Promise((done) => { setTimeout(done, $('delay').value); });
  }
  if (answer.next && shown === answer && !signal.aborted) think(answer.next);
}

/** Go to the position after this many moves. Programs wait there. */
const goTo = (/** @type {number} */ place) => pass('position', { place, paused: true });

/** Ask what Python answers at once. If it is still wanted then, show that. */
export async function pass(/** @type {string} */ what, more = {},
                    use = (/** @type {any} */ answer) => { accept(answer); }) {
  const turn = (asked += 1);
  $('board').ariaBusy = 'true';
  stopLate();
  const answer = await askQuickly({ ...shown.request, ...more, ask: what },
                                  () => turn === asked);
  if (turn !== asked) return;
  if (answer) use(answer);
  $('board').ariaBusy = 'false';
}

/** Show a position of a search on the board: the game stays where it is. */
export const peek = (/** @type {string} */ line) => pass('line', { line }, (answer) => {
  const { request, text: { status, standing }, html: { board } } = answer;
  peeked = request;
  show({ text: { status, standing }, html: { board } });
});

/** Show the answer to what may take long, part by part, and return it; null if
 * it is stopped or fails. */
export async function think(/** @type {string} */ what, more = {}) {
  // Programs wait while a tree is on view.
  if (['tree', 'search'].includes(what) && shown.next === 'choose') await goTo(shown.request.place);
  work.abort();
  const { signal } = work = new AbortController();
  $('message').textContent = $('look-note').textContent = '';
  showWork(words.work[/** @type {'hint'} */ (what)]);
  const answer = await tryToAsk({ ...shown.request, ...more, ask: what }, signal, show);
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
  large: () => { $('large').ariaPressed = document.documentElement.classList.toggle('large'); },
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
};

/** Choose what an element, or what it is in, stands for: see web/positions.py. */
function choose(/** @type {any} */ target) {
  const { move, place, line } = target.closest(CHOICES)?.dataset ?? {};
  if (move) pass('move', { ...peeked, move });
  if (place) goTo(Number(place));
  if (line) pass('line', { line, place: null });
}

/** Show what the address names: a game, the tree, or a part of the page alone. */
const open = () => {
  const [address, name = ''] = location.hash.match(/&embed=(board|tree)/) ?? [''];
  [embed, document.body.className] = [address, name];
  return pass('open', { opened: location.hash.replace(embed, '') }, async (answer) => {
    await accept(answer, true);
    await openTree(answer.opened || (name === 'tree' ? 'tree=' : ''));
  });
};

document.onclick = ({ target }) => choose(target);
acts.choose = choose;
for (const [id, act] of Object.entries(actions)) $(id).onclick = act;
$('game').onchange = () => pass('sizes', { game: $('game').value });
$('load').onchange = async () => {
  // One more than Python takes, so it says that the file is too long.
  const text = await $('load').files[0].slice(0, 200_001).text();
  $('load').value = '';
  await pass('load', { text });
};
// What forms return keeps the browser from sending them anywhere.
$('setup').onsubmit = () => {
  const link = `${new URLSearchParams(/** @type {any} */ (new FormData($('setup'))))}`;
  $('setup').hidePopover();
  pass('begin', { link, place: null, paused: false, notes: [], lines: [] });
  return false;
};
$('type').onsubmit = () => {
  pass('move', { move: $('move').value.trim() }, (answer) => {
    $('move').value = '';
    accept(answer);
  });
  return false;
};

/** Start the page. */
async function main() {
  const root = document.documentElement;
  document.body.className = location.hash.match(/&embed=(board|tree)/)?.[1] ?? '';
  // Not all browsers remember anything.
  try { $('theme').value = localStorage.theme ?? 'system'; } catch {}
  root.dataset.theme = $('theme').value;
  $('theme').onchange = () => { root.dataset.theme = localStorage.theme = $('theme').value; };
  await start((stage, part) => {
    if (part < $('progress').value) return;
    $('status').textContent = words.stage[/** @type {'ready'} */ (stage)];
    $('progress').hidden = false;
    $('progress').value = part;
  });
  $('progress').removeAttribute('value');
  showWork('');
  window.addEventListener('hashchange', open);
  await open();
  for (const each of document.querySelectorAll('[inert]')) each.removeAttribute('inert');
}

main().catch((error) => { $('message').textContent = error.message; });
