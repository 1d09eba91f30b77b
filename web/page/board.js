// @ts-check
/** The board: places that are buttons, and what a move would change. */

const board = () => /** @type {HTMLElement} */ (document.getElementById('board'));

/** Return all elements of the board whose attribute has this value. */
const find = (/** @type {string} */ name, /** @type {string} */ value) =>
  [...board().querySelectorAll(`[data-${name}]`)].filter(
    (each) => each.getAttribute(`data-${name}`) === value);

/** The place that has the focus or the mouse, and its move. */
const placeOf = (/** @type {Event} */ event) =>
  /** @type {Element} */ (event.target).closest('[data-move]');
const moveOf = (/** @type {Element | null} */ place) =>
  place?.getAttribute('data-move') ?? '';

/** Show HTML in an element. What had the focus there has it again. */
export function showHtml(/** @type {HTMLElement} */ element,
                         /** @type {string} */ html) {
  const focused = element.contains(document.activeElement)
    ? moveOf(document.activeElement) : null;
  element.innerHTML = html;  // It has no text but Python's, escaped.
  if (focused === null) return;
  const next = [...find('move', focused), ...element.querySelectorAll('*')]
    .find((each) => each.matches('button, [tabindex="0"][data-move]'));
  /** @type {any} */ (next ?? element).focus();
}

/**
 * Mark moves with their values, and make the one that is best stand out.
 * @param {{move: string, letter: string, kind: string, name: string}[]} marks
 * @param {string} [hinted]
 */
export function mark(marks, hinted) {
  for (const { move, letter, kind, name } of marks) {
    for (const each of find('mark', move)) {
      each.setAttribute('class', `mark ${kind}`);
      if (each.lastElementChild) each.lastElementChild.textContent = letter;
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
function light(/** @type {Element | null} */ place) {
  for (const each of board().querySelectorAll('.lit')) {
    each.classList.remove('lit');
  }
  for (const part of JSON.parse(place?.getAttribute('data-claims') ?? '[]')) {
    for (const each of find('part', part)) each.classList.add('lit');
  }
}

/** Move the focus to the nearest place in the direction of an arrow key. */
function moveFocus(/** @type {Element} */ from, /** @type {number[]} */ way) {
  const middle = (/** @type {Element} */ each) => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const places = [...board().querySelectorAll('[tabindex="0"][data-move]')].map(
    (each) => {
      const [dx, dy] = [middle(each)[0] - x, middle(each)[1] - y];
      const ahead = dx * way[0] + dy * way[1];
      return { each, ahead,
               far: ahead + 2 * Math.abs(dx * way[1] - dy * way[0]) };
    });
  const nearest = places.filter(({ ahead }) => ahead > 1)
    .sort((a, b) => a.far - b.far)[0];
  /** @type {any} */ (nearest?.each)?.focus();
}

const WAYS = new Map([['ArrowLeft', [-1, 0]], ['ArrowRight', [1, 0]],
                      ['ArrowUp', [0, -1]], ['ArrowDown', [0, 1]]]);

/** Pass each click, or Enter on a place, on to make. */
export function listen(/** @type {(move: string) => void} */ make) {
  board().addEventListener('click', (event) => {
    const place = placeOf(event);
    if (place) make(moveOf(place));
  });
  board().addEventListener('keydown', (event) => {
    const place = placeOf(event);
    const way = WAYS.get(event.key);
    if (!place || !way && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (way) moveFocus(place, way);
    else make(moveOf(place));
  });
  for (const kind of ['mouseover', 'focusin']) {
    board().addEventListener(kind, (event) => light(placeOf(event)));
  }
  for (const kind of ['mouseleave', 'focusout']) {
    board().addEventListener(kind, () => light(null));
  }
}
