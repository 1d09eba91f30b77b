/** What the page shows, in one object: all that is said about the board or marked on
 * it is asked of that, and so is the address. What changes it is here, too; and what
 * Python is doing: after a second this is said, and can be stopped. */
import { $, holdFocus, mark } from './board.js';
import { ask, put } from './engine.js';
import { words } from './words.js';

/** No position yet. @type {Position} */
const NOTHING = { request: {}, link: '', path: '', text: {}, html: {}, next: '',
                  turns: { undo: null, redo: null }, watched: false };

export const shown = {
  /** The position of the game. */
  game: NOTHING,
  /** What the board shows: that, or a position of a search. */
  board: NOTHING,
  /** The step of a search that the board shows, 0 if it shows the game. */
  step: 0,
  /** The tree, if there is any; and what the address says of a page that shows only a part. */
  tree: /** @type {Tree | null} */ (null), embed: '',
  /** What is done when there is another position of the game. */
  follow: /** @type {() => unknown} */ (() => {}),
};

/** What Python is doing about the board or the game now, and can be stopped. */
let work = new AbortController();
/** What is said of a question that takes long. */
let doing = '';
/** The quick questions that take more than a second. @type {Set<AbortController>} */
const late = new Set();
/** How many quick questions were asked: only the last one is of interest. */
let asked = 0;

/** What an answer says of elements by their names, and where that is put. HTML
 * has no text but Python's, escaped. */
const PROPERTIES = { text: 'textContent', html: 'innerHTML', value: 'value', hidden: 'hidden',
  disabled: 'disabled', pressed: 'ariaPressed', href: 'href', download: 'download' };
/** What the page says of a position, whether the board shows the game or a search. */
const OF_BOARD = ['status', 'value', 'standing', 'found', 'message', 'board', 'legend', 'hint', 'values'];

/** What positions are worth, as far as that is known, by their paths. @type {Map<string, string>} */
const worths = new Map();

/** Show an answer of Python, or a part of one: see web/positions.py. If it is about a
 * step of a search, what the page says of the game stays. */
export function show(/** @type {Answer} */ answer, isStep = false) {
  const giveBack = holdFocus();
  const { path = shown.board.path, text } = answer;
  if (text?.value !== undefined) {
    // What says more was known before, or is known now.
    if (text.value.length > (worths.get(path) ?? '').length) worths.set(path, text.value);
    text.value = worths.get(path) ?? '';
  }
  for (const [kind, property] of Object.entries(PROPERTIES)) {
    for (const [id, wanted] of Object.entries(answer[/** @type {'text'} */ (kind)] ?? {})) {
      if (!isStep || OF_BOARD.includes(id)) Object.assign($(id), { [property]: wanted });
    }
  }
  mark(answer.marks ?? [], answer.hinted);
  // The list alone scrolls to the current move, not the page.
  const now = !isStep && answer.html?.moves && $('moves').querySelector('[aria-current]');
  if (now) requestAnimationFrame(() =>
    $('moves').scrollTo(0, now.offsetTop - $('moves').clientHeight / 2));
  giveBack();
}

/** Show what Python is doing, or with no text, that it does nothing. */
export function showWork(text = doing) {
  doing = text;
  $('thinking').textContent = late.size ? words.waiting : doing;
  $('where').textContent = '';
  $('progress').hidden = $('stop').hidden = !(late.size || doing);
}

/** Return the answer to a question; or say why there is none, and return null.
 * @type {TryToAsk} */
export const tryToAsk = async (request, signal, tell = () => {}) => {
  const note = $({ begin: 'size-note', files: 'files-fault', tests: 'tests-note' }[
    request.ask ?? ''] ?? 'message');
  try {
    const answer = await ask(request, { signal, tell: (part) => {
      if (signal.aborted) return;
      if (part.where !== undefined) $('where').textContent = part.where;
      else tell(part);
    } });
    if (!answer.error) return answer;
    note.textContent = `${answer.error}.`;
  } catch {
    if (!signal.aborted) note.textContent = put ? words.ended(request.ask === 'tests') : words.noAnswer;
  }
  return null;
};

/** Stop the quick questions that take long. Return whether there are any. */
export function stopLate() {
  for (const each of late) each.abort();
  return late.size > 0;
}

/** Return the answer to a question that Python answers at once. If it does not,
 * the question can be stopped, and is if the answer is not wanted any more. */
export async function askQuickly(/** @type {Question} */ request, isWanted = () => true) {
  const quick = new AbortController();
  const timer = setTimeout(() => {
    if (!isWanted()) return quick.abort();
    late.add(quick);
    showWork();
  }, 1000);
  const answer = await tryToAsk(request, quick.signal);
  clearTimeout(timer);
  if (late.delete(quick)) showWork();
  return answer;
}

/** Have the address name what is shown: as a new step of the browser's history,
 * to which Back leads, or in place of the last one. */
export function record(isNew = false) {
  const address = shown.game.link + (shown.tree ? `&${shown.tree.tree}` : '')
    + (shown.step && `&step=${shown.step}` || '');
  $('whole').href = address;
  if (address + shown.embed === location.hash) return;
  history[isNew ? 'pushState' : 'replaceState'](null, '', address + shown.embed);
}

/** Have the board show a position, and say so if that is not the game. What was
 * found about the one before is not wanted any more. */
function change(/** @type {Position} */ position, step = 0) {
  work.abort();
  work = new AbortController();
  showWork('');
  Object.assign(shown, { board: position, step });
  const { place, notes = [] } = position.request;
  $('away').textContent = step ? words.away(step)
    : Number(place) < notes.length ? words.review(Number(place), notes.length) : '';
  // Of a step, the search says what is to be heard.
  $('status').ariaLive = step ? 'off' : 'polite';
}

/** Show an answer; if it is a position, it is the one of the game: ask what that asks
 * next. Unless it replaces the last one, it is a new step of the history. */
export async function accept(/** @type {Answer} */ answer, replaces = false) {
  show(answer);
  if (!('request' in answer)) return;
  const position = /** @type {Position} */ (answer);
  const isNew = !replaces && shown.game !== NOTHING && ['link', 'place'].some(
    (name) => shown.game.request[name] !== position.request[name]);
  shown.game = position;
  change(position);
  document.title = position.text.title;
  record(isNew);
  await shown.follow();
  if (shown.board !== position) return;
  const { signal } = work;
  if (position.next === 'choose' && position.watched) {
    await new Promise((done) => { setTimeout(done, Number($('speed').value)); });
  }
  if (position.next && !signal.aborted) think(position.next);
}

/** Go to the position after this many moves. Programs wait there. */
export const goTo = (/** @type {number | null} */ place) =>
  pass('position', { place, paused: true });

/** Ask what Python answers at once. If it is still wanted then, use that. @type {Pass} */
export const pass = async (what, more = {}, use = accept) => {
  const turn = (asked += 1);
  $('board').ariaBusy = 'true';
  stopLate();
  const answer = await askQuickly({ ...shown.game.request, ...more, ask: what },
                                  () => turn === asked);
  if (turn !== asked) return;
  $('board').ariaBusy = 'false';
  if (answer) use(/** @type {Position} */ (answer));
};

/** Show the position of a step of a search on the board: the game stays where it is. */
export const peek = (/** @type {string} */ line, /** @type {number} */ step) =>
  pass('line', { line, paused: true }, async (position) => {
    show(position, true);
    change(position, step);
    const { signal } = work;
    setTimeout(record);  // The board comes first. If it is too often, browsers refuse this.
    // Whoever goes on at once wants no values.
    await new Promise((done) => { setTimeout(done, 500); });
    if (position.next === 'values' && !signal.aborted) think('values');
  });

/** Ask for what the board shows once more, with other wishes. A step stays in view. */
export async function renew(/** @type {Question} */ more) {
  const { step, board: { path } } = shown;
  let /** @type {Promise<void> | undefined} */ again;
  await pass('position', more, (position) => {
    if (!step) return accept(position);
    shown.game = position;
    again = peek(path, step);
  });
  await again;
}

/** Show the answer to what may take long, part by part, and return it; null if
 * it is stopped or fails. */
export async function think(/** @type {string} */ what, more = {}) {
  work.abort();
  const { signal } = work = new AbortController();
  $('message').textContent = '';
  showWork(words.work[what]);
  const { request } = ['hint', 'values'].includes(what) ? shown.board : shown.game;
  const answer = await tryToAsk({ ...request, ...more, ask: what }, signal, show);
  if (signal.aborted) return null;
  showWork('');
  if (answer) accept(answer);
  else if (what === 'choose') await stop('message', $('message').textContent ?? '');
  return answer;
}

/** Have programs wait, and say why. */
export async function stop(/** @type {string} */ id, /** @type {string} */ why) {
  work.abort();
  await renew({ paused: true, values: false });
  $(id).textContent = why;
}
