// @ts-check
/** What is drawn of a tree: its positions, the lines between them, and what a
 * search knows of them. */
import { words } from './words.js';

/** Return a new element of a drawing with these attributes, and this text. */
export function make(/** @type {string} */ name, /** @type {Record<string, any>} */ attributes,
                     text = '') {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return /** @type {any} */ (element);
}

const makeBox = (/** @type {string} */ name, /** @type {number[]} */ [x, y, width, height],
                 rx = 4) => make('rect', { class: name, x, y, width, height, rx });

/** Return the line of a move, or that to a grid. */
export function makeLine(/** @type {any} */ { points, at, words, box, winning }) {
  const group = make('g', { class: winning ? 'move winning' : 'move', 'aria-hidden': true });
  if (box) group.append(makeBox('grid', box, 8));
  if (points) group.append(make('polyline', { points }));
  if (at) {
    group.append(makeBox('words', [at[0] - at[2] / 2, at[1] - 8.5, at[2], 17]),
                 make('text', { x: at[0], y: at[1] + 4.7 }, words));
  }
  return group;
}

/** Return a position, with room for its board, and for what is known of it. */
export function makeNode(/** @type {any} */ { size: [width, height], board, node, canFold }) {
  const group = make('g', { 'data-path': node.path });
  const seen = group.appendChild(make('g', { 'aria-hidden': true }));
  const [corner, left, top] = [node.mover === 'p1' ? 3 : 15, -width / 2, -height / 2];
  const below = top + 37 + board[1];
  if (node.border) {
    seen.append(makeBox('border', [left - 4, top - 4, width + 8, height + 8], corner + 4));
  }
  seen.append(makeBox('box', [left, top, width, height], corner),
              make('text', { class: 'heading', y: top + 21 }, node.heading),
              make('g', { class: 'board',
                          transform: `translate(${-board[0] / 2} ${top + 25})` }),
              make('text', { class: 'note', y: below }),
              make('text', { class: 'note', y: below + 16 }),
              make('text', { class: 'sign', y: 14 }, node.sign));
  // What is clicked, and has the focus, is over what is seen.
  const item = group.appendChild(makeBox('item', [left, top, width, height], corner));
  for (const [name, value] of [['role', 'treeitem'], ['data-node', node.path],
                               ['aria-level', node.level]]) item.setAttribute(name, value);
  if (node.open !== null && canFold) {
    const fold = group.appendChild(make('g', { class: 'fold', 'aria-hidden': true }));
    fold.append(makeBox('', [left, below + 1, width, 21]), make('text', { y: below + 16 }));
  }
  return group;
}

/** Show what is known of a position: without a search, that is all. */
export function paintNode(/** @type {any} */ element, /** @type {any} */ node,
                          /** @type {any} */ mark, /** @type {string[]} */ states,
                          /** @type {boolean} */ isFocused) {
  const { kind, winner, notes } = mark ?? { kind: 'scored', ...node };
  const place = `translate(${node.x}px, ${node.y}px)`;
  if (element.style.transform !== place) element.style.transform = place;
  const said = [kind, winner, notes, states, isFocused, node.open, node.left].join();
  if (element.said === said) return;
  element.said = said;
  element.setAttribute('class', ['node', kind, `for-${winner}`, ...states].join(' '));
  element.querySelectorAll('.note').forEach((/** @type {any} */ each, /** @type {number} */ i) => {
    each.textContent = notes[i] ?? '';
  });
  const item = element.querySelector('.item');
  item.setAttribute('tabindex', isFocused ? 0 : -1);
  item.setAttribute('aria-label', [node.words, ...mark ? [words.kinds[
    /** @type {'cut'} */ (kind)], ...notes] : []].filter(Boolean).join(', '));
  const fold = element.querySelector('.fold text');
  if (!fold) return;
  item.setAttribute('aria-expanded', node.open);
  fold.textContent = node.open ? '\u25be' : `\u25b8 ${node.left}`;
}
