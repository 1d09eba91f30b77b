// @ts-check
/** A tree of positions. Python says what is drawn where; what is in view is. */
import { $ } from './board.js';
import { listenToKeys } from './keys.js';

/** Below this zoom, a position is its move and its colours. Around what is in
 * view, as much is drawn as these pixels. */
const [FAR, MARGIN] = [0.42, 200];
const [SMALLEST, LARGEST] = [0.005, 3];  // Of the zoom.

/** A tree in a box of the page that scrolls. */
export class TreeView {
  /** What Python says of the tree, and what a search knows of its positions.
   * @type {any} */
  data = null;
  /** @type {any[] | null} */
  marks = null;
  /** What is drawn where it is in view: positions first. @type {any[]} */
  parts = [];
  /** The boards that are known, by paths. */
  boards = new Map();
  /** Which position has the focus; and by their classes, where the search is,
   * where it has a score from, and which one is on the board. */
  focused = 0;
  states = { current: -1, source: -1, here: -1 };
  zoom = 1;
  isAsking = false;

  /** @param {HTMLElement} box @param {{open: (path: string) => void,
   * fold: (path: string) => void, ask: (paths: string[]) => Promise<any>}} acts */
  constructor(box, acts) {
    this.box = box;
    this.acts = acts;
    this.svg = /** @type {any} */ (box.firstElementChild);
    box.addEventListener('scroll', () => this.draw());
    box.addEventListener('click', (event) => this.click(event));
    new ResizeObserver(() => this.draw()).observe(box);
    const go = (/** @type {(i: number, node: any) => number | void} */ find) => () => {
      const to = find(this.focused, this.data.nodes[this.focused]) ?? this.focused;
      if (this.parts[to] && (!this.marks || this.marks[to])) this.focus(to);
    };
    listenToKeys(`#${box.id} [role=treeitem]`, {
      Enter: ({ dataset }) => acts.open(dataset.path),
      ' ': go((_, node) => this.toggle(node)),
      ArrowDown: go((i) => Math.min(i + 1, this.data.nodes.length - 1)),
      ArrowUp: go((i) => Math.max(i - 1, 0)),
      ArrowRight: go((i, node) => (node.open === false ? this.toggle(node) : i + 1)),
      ArrowLeft: go((_, node) => (node.open ? this.toggle(node) : node.parent)),
      Home: go(() => 0), End: go(() => this.data.nodes.length - 1) });
  }

  /** Show a tree. If it has the position with this path, that does not move. */
  show(/** @type {any} */ data, /** @type {string | null} */ anchor) {
    const focused = anchor === null ? '' : this.data.nodes[this.focused].path;
    const before = anchor === null ? null : this.place(this.find(anchor));
    this.data = data;
    // What stays of a tree moves to its new place.
    const old = new Map();
    for (const { path, element } of this.parts) {
      if (anchor !== null && element && this.find(path) >= 0) old.set(path, element);
      else element?.remove();
    }
    this.parts = [
      ...data.nodes.map((/** @type {any} */ node, /** @type {number} */ i) =>
        ({ ...node, node: i, layer: 1, element: old.get(node.path) })),
      ...data.parts.map((/** @type {any} */ part) => ({ ...part }))];
    for (const [name, side] of Object.entries(data.sides)) {
      this.svg.style.setProperty(`--${name}`, `${side}px`);
    }
    this.svg.setAttribute('aria-label', $('look-title').textContent);
    this.focused = Math.max(0, this.find(focused));
    this.setZoom(this.zoom);
    const moved = () => this.place(this.find(anchor))?.map(
      (/** @type {number} */ side, /** @type {number} */ k) => side - before[k]);
    if (!before || !moved()) return;
    this.box.scrollBy(...moved());
    // Beyond its ends a box does not scroll: there, it needs more room.
    const room = parseFloat(getComputedStyle(this.svg).marginLeft) - moved()[0];
    this.svg.style.margin = `0 ${Math.max(0, -room)}px 0 ${Math.max(0, room)}px`;
    this.box.scrollBy(...moved());
  }

  /** Return which position has this path, -1 if it is not in the tree. */
  find(/** @type {string | null} */ path) {
    return this.data?.nodes.findIndex((/** @type {any} */ node) => node.path === path) ?? -1;
  }

  /** Return where a position is, relative to what is in view.
   * @returns {any} */
  place(/** @type {number} */ i) {
    const [node, { zoom, box, svg }] = [this.data.nodes[i], this];
    const [outer, inner] = [box, svg].map((each) => each.getBoundingClientRect());
    return node && [node.x * zoom + inner.x - outer.x, node.y * zoom + inner.y - outer.y];
  }

  /** Return the width and the height of what is in view. */
  measure() {
    return [this.box.clientWidth, parseFloat(getComputedStyle(this.box).maxHeight) - 2];
  }

  /** Return the zoom at which the whole tree is in view. */
  findFit() {
    return Math.min(...this.measure().map((side, k) => (side - 1) / this.data.size[k]));
  }

  /** Set the zoom; what is in the middle stays there. */
  setZoom(/** @type {number} */ zoom) {
    const { box, svg, data } = this;
    const ends = [[box.scrollLeft, box.clientWidth / 2], [box.scrollTop, box.clientHeight / 2]];
    const old = this.zoom;
    svg.style.margin = '';
    this.zoom = Math.min(Math.max(zoom, SMALLEST), LARGEST);
    svg.setAttribute('width', data.size[0] * this.zoom);
    svg.setAttribute('height', data.size[1] * this.zoom);
    svg.setAttribute('viewBox', `0 0 ${data.size.join(' ')}`);
    svg.classList.toggle('far', this.zoom < FAR);
    const [x, y] = ends.map(([start, half]) => (start + half) * this.zoom / old - half);
    box.scrollTo(x, y);
    this.draw();
  }

  /** Draw what is in view, and nothing else. */
  draw() {
    const { box, zoom, marks } = this;
    if (!this.data || !box.clientWidth) return;
    const [left, top] = [box.scrollLeft, box.scrollTop].map((side) => (side - MARGIN) / zoom);
    const [wide, high] = this.measure().map((side) => (side + 2 * MARGIN) / zoom);
    for (const part of this.parts) {
      const [x1, y1, x2, y2] = part.ends;
      const isNear = x1 < left + wide && x2 > left && y1 < top + high && y2 > top
        || this.parts[this.focused] === part;
      if (isNear && (!marks || marks[part.node])) {
        part.element ??= this.create(part);
        this.paint(part);
      } else if (part.element) {
        part.element.remove();
        part.element = null;
      }
    }
    this.fetchBoards();
  }

  /** Return what is drawn of a part: Python's drawing, or a position. */
  create(/** @type {any} */ { layer, svg }) {
    const group = this.svg.children[layer];
    // It has no text but Python's, escaped.
    if (svg) group.insertAdjacentHTML('beforeend', svg);
    else group.append($('node').content.querySelector('.node').cloneNode(true));
    return group.lastElementChild;
  }

  /** Show what is known of a part: of a position without a search, that is all. */
  paint(/** @type {any} */ part) {
    const { element, node, path, text, words, open } = part;
    const known = this.marks ? this.marks[node] : this.data.nodes[node].mark;
    const [kind, note, why, more] = known;
    if (path === undefined) {
      element.dataset.kind = kind;
      return;
    }
    const place = `translate(${part.x}px, ${part.y}px)`;
    if (element.style.transform !== place) element.style.transform = place;
    const states = Object.entries(this.states).filter(([, i]) => i === node).map(([name]) => name);
    const classes = ['node', part.class, kind, ...states].join(' ');
    const said = [classes, note, why, more, this.focused === node, open, text.arrow].join();
    if (element.said === said) return;
    element.said = said;
    for (const [name, line] of Object.entries({ ...text, note, why })) {
      element.querySelector(`.${name}`).textContent = line;
    }
    element.setAttribute('class', classes);
    const item = element.querySelector('.item');
    item.dataset.path = element.dataset.path = path;
    for (const [name, value] of Object.entries({
      'aria-level': part.level, 'aria-expanded': open, tabindex: this.focused === node ? 0 : -1,
      'aria-label': [words, more].filter(Boolean).join(', ') })) {
      if (value !== null) item.setAttribute(name, value);
    }
  }

  /** Ask for the boards in view that are not known yet, and draw the others. */
  async fetchBoards() {
    const { data, boards } = this;
    if (!data.sides['board-high'] || this.zoom < FAR) return;
    const missing = [];
    for (const { element, path } of this.parts.slice(0, data.nodes.length)) {
      const place = element?.querySelector('.board');
      if (!place || place.firstChild) continue;
      if (boards.has(path)) place.innerHTML = boards.get(path);
      else missing.push(path);
    }
    if (this.isAsking || !missing.length) return;
    this.isAsking = true;
    const answer = await this.acts.ask(missing);
    this.isAsking = false;
    for (const path of answer ? missing : []) boards.set(path, answer.boards[path] ?? '<g></g>');
    if (answer && this.data === data) this.fetchBoards();
  }

  /** Scroll to a position, if it is not well in view. */
  follow(/** @type {number} */ i) {
    const [place, sides] = [this.place(i), this.measure()];
    if (!place || place.every((/** @type {number} */ at, /** @type {number} */ k) => {
      const { wide, high } = this.data.sides;
      const half = Math.min([wide, high][k] * this.zoom / 2 + 12, sides[k] / 3);
      return at > half && at < sides[k] - half;
    })) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.box.scrollBy({ left: place[0] - sides[0] / 2, top: place[1] - sides[1] / 2,
                        behavior: isStill ? 'instant' : 'smooth' });
  }

  /** Give a position the focus, and have Tab lead to it. */
  focus(/** @type {number} */ i, follows = true) {
    this.focused = i;
    this.draw();
    this.parts[i].element.querySelector('.item').focus({ preventScroll: true });
    if (follows) this.follow(i);
  }

  /** Open the position that is clicked; or fold it, or unfold it. */
  click(/** @type {any} */ event) {
    const path = event.target.closest('[data-path]')?.dataset.path;
    if (path === undefined) return;
    this.focus(this.find(path), false);
    if (event.target.closest('.fold')) this.toggle(this.data.nodes[this.focused]);
    else this.acts.open(path);
  }

  /** Fold a position, or unfold it. */
  toggle(/** @type {any} */ { path, open }) {
    if (open !== null) this.acts.fold(path);
  }
}
