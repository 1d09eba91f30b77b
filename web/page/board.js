// @ts-check
/** The board: it shows the drawing that Python made, and passes clicks on. */

const SVG = 'http://www.w3.org/2000/svg';
const KINDS = { W: 'win', T: 'tie', L: 'loss' };

/** @type {any} */
let shown = null;
/** @type {any[]} */
let values = [];

const board = () => /** @type {HTMLElement} */ (document.getElementById('board'));

/**
 * Return all shapes in the drawing with this attribute, and value if given.
 * @param {string} name
 * @param {string} [value]
 */
function shapes(name, value) {
  return [...board().querySelectorAll(`[data-${name}]`)].filter(
    (each) => value === undefined || each.getAttribute(`data-${name}`) === value);
}

/**
 * Show a position. Who is to move may click on the places if live.
 * @param {any} position
 * @param {boolean} live
 */
export function showBoard(position, live) {
  const focused = document.activeElement?.getAttribute('data-move');
  shown = position;
  values = [];
  const place = board();
  if (position.board) {
    place.innerHTML = position.board;  // It has no text but Python's, escaped.
    place.querySelector('svg')?.classList.add(`turn-${position.turn}`);
  } else {
    const picture = document.createElement('pre');
    picture.textContent = position.picture;
    place.replaceChildren(picture);
  }
  place.setAttribute('aria-busy', 'false');
  for (const part of position.news) {
    for (const shape of shapes('part', part)) shape.classList.add('new');
  }
  for (const shape of shapes('move')) {
    if (!live) shape.setAttribute('tabindex', '-1');
  }
  if (focused && live) {
    const same = shapes('move', focused)[0];
    const next = same?.getAttribute('tabindex') === '0' ? same
      : shapes('move').find((each) => each.getAttribute('tabindex') === '0');
    /** @type {any} */ (next)?.focus();
  }
}

/** Light up what move would claim; nothing if it is null. */
function light(/** @type {string | null} */ move) {
  for (const each of board().querySelectorAll('.lit')) {
    each.classList.remove('lit');
  }
  const found = shown?.possible.find((/** @type {any} */ m) => m.move === move);
  for (const part of found?.claims ?? []) {
    for (const shape of shapes('part', part)) shape.classList.add('lit');
  }
}

/** Mark each move with its value, as far as that is known. */
export function showValues(/** @type {any[]} */ found) {
  values = found;
  for (const mark of board().querySelectorAll('.mark')) mark.remove();
  for (const value of found) {
    const shape = /** @type {SVGGraphicsElement | undefined} */ (
      shapes('move', value.move)[0]);
    if (!shape) continue;
    const box = shape.getBBox();
    const mark = document.createElementNS(SVG, 'g');
    mark.setAttribute('class', 'mark ' +
      (KINDS[/** @type {'W'} */ (value.letter)] ?? 'unknown'));
    mark.setAttribute('aria-hidden', 'true');
    const x = box.x + box.width * 0.86;
    const y = box.y + box.height * 0.14;
    const circle = document.createElementNS(SVG, 'circle');
    const text = document.createElementNS(SVG, 'text');
    for (const [name, number] of [['cx', x], ['cy', y], ['r', 9]]) {
      circle.setAttribute(String(name), String(number));
    }
    text.setAttribute('x', String(x));
    text.setAttribute('y', String(y + 4.3));
    text.textContent = value.letter;
    mark.append(circle, text);
    shape.ownerSVGElement?.append(mark);
    const name = shape.getAttribute('data-name') ??
      shape.getAttribute('aria-label') ?? '';
    shape.setAttribute('data-name', name);
    shape.setAttribute('aria-label', `${name}, ${value.word}`);
  }
}

/** Return the values as a line, for a board without a drawing. */
export const valuesAsText = () => shown?.board ? ''
  : values.map((each) => `${each.move}: ${each.word}`).join(', ');

/** Make the place of a move stand out. */
export function showHint(/** @type {string} */ move) {
  shapes('move', move)[0]?.classList.add('hinted');
}

/** Move the focus to the nearest place in the direction of an arrow key. */
function moveFocus(/** @type {Element} */ from, /** @type {string} */ key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0],
                     ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  const middle = (/** @type {Element} */ each) => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const each of shapes('move')) {
    const [u, v] = middle(each);
    const ahead = (u - x) * dx + (v - y) * dy;
    const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    const far = ahead + 2 * aside;
    if (each.getAttribute('tabindex') === '0' && ahead > 1 && far < least) {
      [best, least] = [each, far];
    }
  }
  /** @type {any} */ (best)?.focus();
}

/** Pass each click, or Enter on a place, on to make. */
export function listen(/** @type {(move: string) => void} */ make) {
  const find = (/** @type {Event} */ event) =>
    /** @type {Element} */ (event.target).closest('[data-move]');
  const name = (/** @type {Event} */ event) =>
    find(event)?.getAttribute('data-move') ?? null;
  const place = board();
  place.addEventListener('click', (event) => {
    const move = name(event);
    if (move !== null) make(move);
  });
  place.addEventListener('keydown', (event) => {
    const shape = find(event);
    if (!shape) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      make(name(event) ?? '');
    } else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      moveFocus(shape, event.key);
    }
  });
  for (const kind of ['mouseover', 'focusin']) {
    place.addEventListener(kind, (event) => light(name(event)));
  }
  for (const kind of ['mouseleave', 'focusout']) {
    place.addEventListener(kind, () => light(null));
  }
}
