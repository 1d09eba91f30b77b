// @ts-check
/** The board: places that are buttons, and what a move would change. */

/** The element of the page with this name. */
export const $ = (/** @type {string} */ id) =>
  /** @type {any} */ (document.getElementById(id));

/** Return all elements of the board that a selector finds. */
const all = (/** @type {string} */ selector) =>
  /** @type {any[]} */ ([...$('board').querySelectorAll(selector)]);

/** Return those whose attribute has this value. */
const find = (/** @type {string} */ name, /** @type {string} */ value) =>
  all(`[data-${name}]`).filter((each) => each.dataset[name] === value);

/** The place that has the focus or the mouse. */
const placeOf = (/** @type {any} */ event) =>
  event.target.closest('[data-move]');

/** Show the board. If a place had the focus, that or another one has it. */
export function showBoard(/** @type {string} */ html) {
  const { activeElement } = document;
  const move = $('board').contains(activeElement)
    ? /** @type {any} */ (activeElement).dataset.move : null;
  $('board').innerHTML = html;  // It has no text but Python's, escaped.
  const live = '[data-move]:is(button, [tabindex="0"])';
  if (move === null) return;
  (find('move', move).find((each) => each.matches(live)) ?? all(live)[0]
    ?? $('board')).focus();
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
  const places = all('[tabindex="0"][data-move]').map((each) => {
    const box = each.getBoundingClientRect();  // All are of one size.
    const [dx, dy] = [box.x - x, box.y - y];
    const ahead = dx * way[0] + dy * way[1];
    return { each, ahead,
             far: ahead + 2 * Math.abs(dx * way[1] - dy * way[0]) };
  }).filter(({ ahead }) => ahead > 1);
  places.sort((a, b) => a.far - b.far)[0]?.each.focus();
}

const WAYS = new Map([['ArrowLeft', [-1, 0]], ['ArrowRight', [1, 0]],
                      ['ArrowUp', [0, -1]], ['ArrowDown', [0, 1]]]);

/** Pass each click, or Enter on a place, on to make. */
export function listen(/** @type {(move: string) => void} */ make) {
  const board = $('board');
  board.onclick = (/** @type {Event} */ event) => {
    if (placeOf(event)) make(placeOf(event).dataset.move);
  };
  board.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const [place, way] = [placeOf(event), WAYS.get(event.key)];
    if (!place || !way && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (way) moveFocus(place, way);
    else make(place.dataset.move);
  };
  board.onmouseover = (/** @type {Event} */ event) => light(placeOf(event));
  board.addEventListener('focusin', (/** @type {Event} */ event) =>
    light(placeOf(event)?.closest(':focus-visible')));
  board.onmouseleave = () => light(null);
  board.addEventListener('focusout', board.onmouseleave);
}
