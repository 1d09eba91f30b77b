// @ts-check
/** The board, and the graph of the game: places that lead somewhere. */
import { listenToKeys } from './keys.js';

/** The element of the page with this name. */
export const $ = (/** @type {string} */ id) =>
  /** @type {any} */ (document.getElementById(id));

/** Return all elements of a part of the page that a selector finds. */
const all = (/** @type {string} */ selector, box = $('board')) =>
  /** @type {any[]} */ ([...box.querySelectorAll(selector)]);

/** Return those of the board whose attribute has this value. */
const find = (/** @type {string} */ name, /** @type {string} */ value) =>
  all(`[data-${name}]`).filter((each) => each.dataset[name] === value);

/** What can be chosen: see actions in page.js. */
const LIVE = '[data-move]:is(button, [tabindex="0"]), [data-place], [data-line]';

/** Return a function that gives the focus back to what has it now; if that has
 * been replaced, to what has taken its place; or else to the board. */
export function holdFocus() {
  const before = /** @type {any} */ (document.activeElement);
  const box = before.closest('[id]');
  return () => {
    if (before.isConnected && !before.matches(':disabled, [hidden], [hidden] *')) return;
    const live = all(LIVE, box);
    const isSame = (/** @type {any} */ each) => ['move', 'place', 'line'].every(
      (name) => each.dataset[name] === before.dataset[name]);
    (live.find(isSame) ?? live[0] ?? $('board')).focus();
  };
}

/**
 * Mark moves with their values, and make the one that is best stand out.
 * @param {{move: string, letter: string, kind: string, name: string, note: string}[]} marks
 * @param {string} [hinted]
 */
export function mark(marks, hinted) {
  for (const { move, letter, kind, name, note } of marks) {
    for (const each of find('mark', move)) {
      each.setAttribute('class', `mark ${kind}`);
      const [beside, middle] = [...each.children].slice(-2);
      [beside.textContent, middle.textContent] = [note, letter];
    }
    for (const each of find('move', move)) {
      // A button with text is named by that.
      if (each.tagName !== 'BUTTON') each.setAttribute('aria-label', name);
    }
  }
  for (const each of hinted ? find('move', hinted) : []) {
    each.classList.add('hinted');
  }
}

/** Light up what the move of a place would change; nothing if it is null. */
function light(/** @type {any} */ place) {
  for (const each of all('.lit')) each.classList.remove('lit');
  for (const part of JSON.parse(place?.dataset.claims ?? '[]')) {
    for (const each of find('part', part)) each.classList.add('lit');
  }
}

/** Move the focus to the nearest place in the direction of an arrow key. */
function moveFocus(/** @type {Element} */ from, /** @type {number[]} */ way) {
  const { x, y } = from.getBoundingClientRect();
  const places = all(LIVE, from.closest('svg')).map((each) => {
    const box = each.getBoundingClientRect();  // All are of one size.
    const [dx, dy] = [box.x - x, box.y - y];
    const ahead = dx * way[0] + dy * way[1];
    return { each, ahead,
             far: ahead + 2 * Math.abs(dx * way[1] - dy * way[0]) };
  }).filter(({ ahead }) => ahead > 1);
  places.sort((a, b) => a.far - b.far)[0]?.each.focus();
}

/** Listen to keys and the mouse; a place that is pressed is chosen. */
export function listenToBoard(/** @type {(place: any) => void} */ choose) {
  listenToKeys('[role=button]', {
    Enter: choose, ' ': choose,
    ArrowLeft: (place) => moveFocus(place, [-1, 0]),
    ArrowRight: (place) => moveFocus(place, [1, 0]),
    ArrowUp: (place) => moveFocus(place, [0, -1]),
    ArrowDown: (place) => moveFocus(place, [0, 1]) });
  const board = $('board');
  const placeOf = (/** @type {any} */ event) => event.target.closest('[data-move]');
  board.onmouseover = (/** @type {Event} */ event) => light(placeOf(event));
  board.addEventListener('focusin', (/** @type {Event} */ event) =>
    light(placeOf(event)?.closest(':focus-visible')));
  board.onmouseleave = () => light(null);
  board.addEventListener('focusout', board.onmouseleave);
}
