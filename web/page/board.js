/** The board, the moves, and the graph of the game. Each is one stop of Tab, with arrows inside.
 * And what keys do: the table of keys that the page shows says so; what it lists works. */
/** The element of the page with this name. */
export const $ = /** @type {FindElement} */ (
  (/** @type {string} */ id) => document.getElementById(id));

/** Return all elements of a part of the page that a selector finds. */
export const all = (/** @type {string} */ selector, /** @type {?ParentNode} */ box = $('board')) =>
  [...(box ?? document).querySelectorAll(selector)];

/** Return those of the board whose attribute has this value. */
const find = (/** @type {string} */ name, /** @type {string} */ value) =>
  all(`[data-${name}]`).filter((each) => each.dataset[name] === value);

/** What can be chosen; and what of that is one stop of Tab. */
export const CHOICES = '[data-move], [data-place], [data-line], [data-test]';
const PLACES = '#board [data-move], #graph [data-place], #moves button';

/** Which way arrow keys lead. */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return where the middle of what is seen of an element is. */
function findMiddle(/** @type {Element} */ each) {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** Have Tab lead to a place, and to no other one around it. */
function setStop(/** @type {HTMLElement} */ place) {
  for (const each of all(PLACES, place.closest('[id]'))) each.tabIndex = each === place ? 0 : -1;
}

/** Return a function that gives the focus back to what has it now; if that has
 * been replaced, to what has taken its place, or is nearest to it; or else to the
 * board. Tab leads to the same place of the board as before. */
export function holdFocus() {
  const before = /** @type {HTMLElement} */ (document.activeElement);
  const box = before.closest('[id]');
  const [x, y] = findMiddle(before);
  const stop = all('[data-move][tabindex="0"]')[0]?.dataset.move ?? '';
  return () => {
    const now = find('move', stop)[0] ?? all('[data-move]')[0];
    if (now) setStop(now);
    if (before.isConnected && !before.matches(':disabled, [hidden], [hidden] *')) return;
    const rank = (/** @type {HTMLElement} */ each) => {
      const [left, top] = findMiddle(each);
      return ['move', 'place', 'line'].every((name) => each.dataset[name] === before.dataset[name])
        ? -1 : Math.hypot(left - x, top - y);
    };
    (all(CHOICES, box).sort((a, b) => rank(a) - rank(b))[0] ?? now ?? $('board')).focus();
  };
}

/** Mark moves with their values, and make the one that is best stand out. */
export function mark(/** @type {Mark[]} */ marks, hinted = '') {
  for (const { move, letter, kind, name, note } of marks) {
    for (const each of find('mark', move)) {
      each.setAttribute('class', `mark ${kind}`);
      const [beside, middle] = [...each.children].slice(-2);
      [beside.textContent, middle.textContent] = [note, letter];
    }
    // A button with text is named by that.
    for (const each of find('move', move)) if (each.tagName !== 'BUTTON') each.ariaLabel = name;
  }
  for (const each of hinted ? find('move', hinted) : []) {
    each.classList.add('hinted');
    each.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

/** Light up what the move of a place would change; nothing if it is null. */
function light(/** @type {Element | null | undefined} */ place) {
  const parts = JSON.parse(place?.getAttribute('data-claims') ?? '[]');
  for (const each of all('[data-part]')) each.classList.toggle('lit', parts.includes(each.dataset.part));
}

/** Move the focus to the nearest place in the direction of an arrow key. */
function moveFocus(/** @type {Element} */ from, /** @type {string} */ key) {
  const [x, y] = findMiddle(from);
  const [right, down] = WAYS[/** @type {'ArrowUp'} */ (key)];
  const places = all(PLACES, from.closest('[id]')).map((each) => {
    const [left, top] = findMiddle(each);
    const ahead = (left - x) * right + (top - y) * down;
    const aside = (left - x) * down - (top - y) * right;
    return { each, ahead, far: ahead + 1.5 * Math.abs(aside) };
  }).filter(({ ahead }) => ahead > 1);
  places.sort((a, b) => a.far - b.far)[0]?.each.focus();
}

$('board').onmouseover = ({ target }) => light(target.closest('[data-move]'));
$('board').onmouseleave = () => light(null);
document.addEventListener('focusin', ({ target }) => {
  const place = target.closest(PLACES);
  if (place) setStop(place);
  light(place?.closest(':focus-visible'));
});

/** What keys do that press nothing, by names in that table. They are told where the
 * focus is, and the key; if they return false, they have done nothing.
 * @type {Record<string, (place: Element, key: string) => unknown>} */
export const acts = { move: moveFocus };

/** Press a button, if it can be used. A tab in front of it is opened. */
function press(/** @type {string} */ name) {
  const button = $(name);
  const tab = document.getElementById(button.closest('[data-tab]')?.dataset.tab ?? '');
  if (tab?.checkVisibility() && !button.closest('[hidden]')) tab.click();
  if (!button.checkVisibility() || button.matches(':disabled, [inert] *')) return false;
  button.click();
  return true;
}

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  const isSingle = key.length === 1 && key !== ' ';
  // What is open above the page has keys for itself; letters are no part of a number; who
  // talks to a computer may not want single characters to be keys.
  const isNumber = target.matches('[type=number]') && /^[a-z]$/i.test(key);
  if (event.ctrlKey || event.altKey || event.metaKey
      || !isNumber && target.closest('input:not([type=checkbox], [type=range], [type=radio]), select')
      || isSingle && !$('single').checked || document.querySelector(':popover-open')) return;
  for (const each of document.querySelectorAll('#keys kbd')) {
    const name = each.dataset.key ?? each.textContent;
    const place = target.closest(each.closest('tbody')?.dataset.where ?? '');
    if (!place || name?.toLowerCase() !== key.toLowerCase()) continue;
    const { press: button, act = '' } = each.closest('tr')?.dataset ?? {};
    if ((button ? press(button) : acts[act](place, key)) !== false) event.preventDefault();
    return;
  }
});
