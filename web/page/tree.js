// @ts-check
/** A tree of positions. Python says where they are; those in view are drawn. */
import { make, makeLine, makeNode, paintNode } from './nodes.js';

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
  /** @type {any[]} */
  lines = [];
  /** What is drawn, by paths and numbers of lines; and the boards, by paths. */
  drawn = new Map();
  boards = new Map();
  /** Which position has the focus; where the search is, and where it has a
   * score from; and which one is on the board. */
  focused = 0;
  current = -1;
  source = -1;
  here = -1;
  zoom = 1;
  isAsking = false;

  /** @param {HTMLElement} box @param {{open: (path: string) => void,
   * fold: (path: string, open: boolean) => void,
   * ask: (paths: string[]) => Promise<any>}} acts */
  constructor(box, acts) {
    this.box = box;
    this.acts = acts;
    this.svg = make('svg', { role: 'tree' });
    this.layers = ['lines', 'nodes', 'moves'].map((name) =>
      this.svg.appendChild(make('g', { class: name })));
    box.append(this.svg);
    box.addEventListener('scroll', () => this.draw());
    box.addEventListener('click', (event) => this.click(event));
    box.addEventListener('keydown', (event) => this.press(event));
    new ResizeObserver(() => this.draw()).observe(box);
  }

  /** Show a tree. If it has the position with this path, that does not move. */
  show(/** @type {any} */ data, /** @type {string | null} */ anchor) {
    const focused = anchor === null ? '' : this.data.nodes[this.focused].path;
    const before = anchor === null ? null : this.place(this.find(anchor));
    this.data = data;
    data.names = new Map(data.nodes.map((/** @type {any} */ { path }, /** @type {number} */ i) =>
      [path, i]));
    /** The positions below each one. @type {number[][]} */
    data.below = data.nodes.map(() => []);
    data.nodes.forEach((/** @type {any} */ { parent }, /** @type {number} */ i) =>
      data.below[data.names.get(parent)]?.push(i));
    this.lines = data.lines;
    for (const [key, element] of this.drawn) {
      // What stays of a tree moves to its new place.
      if (anchor !== null && data.names.has(key)) continue;
      element.remove();
      this.drawn.delete(key);
    }
    this.svg.setAttribute('aria-label', data.title);
    this.focused = Math.max(0, this.find(focused));
    this.setZoom(this.zoom);
    const after = before && this.place(this.find(/** @type {string} */ (anchor)));
    if (before && after) this.box.scrollBy(after[0] - before[0], after[1] - before[1]);
  }

  /** Return which position has this path, -1 if it is not in the tree. */
  find(/** @type {string} */ path) { return this.data?.names.get(path) ?? -1; }

  /** Return where a position is, relative to what is in view. */
  place(/** @type {number} */ i) {
    const [node, { zoom, box, svg }] = [this.data?.nodes[i], this];
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
    const { box, data, zoom, drawn, marks } = this;
    if (!data || !box.clientWidth) return;
    const start = [box.scrollLeft, box.scrollTop].map((side) => (side - MARGIN) / zoom);
    const end = this.measure().map((side, k) => start[k] + (side + 2 * MARGIN) / zoom);
    const [wide, high] = data.box.map((/** @type {number} */ side) => side / 2);
    const keep = (/** @type {any} */ key, /** @type {boolean} */ isSeen,
                  /** @type {() => any} */ create, /** @type {number} */ layer) => {
      const old = drawn.get(key);
      if (isSeen && !old) drawn.set(key, this.layers[layer].appendChild(create()));
      else if (!isSeen && old && drawn.delete(key)) old.remove();
    };
    /** Whether what is between two points is in view. */
    const inView = (/** @type {any} */ a, /** @type {any} */ b) =>
      Math.min(a.x, b.x) - wide < end[0] && Math.max(a.x, b.x) + wide > start[0]
      && Math.min(a.y, b.y) - high < end[1] && Math.max(a.y, b.y) + high > start[1];
    this.lines.forEach((/** @type {any} */ each, /** @type {number} */ i) => keep(
      i, (!marks || marks[each.to]) && inView(data.nodes[each.from], each.box
        ? { x: each.box[0] + each.box[2], y: each.box[1] + each.box[3] } : data.nodes[each.to]),
      () => makeLine(each), each.points ? 0 : 2));
    data.nodes.forEach((/** @type {any} */ node, /** @type {number} */ i) => keep(
      node.path, (!marks || marks[i]) && (i === this.focused || inView(node, node)),
      () => makeNode({ size: data.box, board: data.inset, node, canFold: !marks }), 1));
    for (const [key, element] of drawn) this.paint(key, element);
    this.fetchBoards();
  }

  /** Show what is known of what is drawn. */
  paint(/** @type {any} */ key, /** @type {any} */ element) {
    const i = this.data.names.get(key) ?? -1;
    if (i < 0) {
      element.dataset.kind = this.marks?.[this.lines[key].to]?.kind ?? 'scored';
      return;
    }
    const states = ['current', 'source', 'here'].filter(
      (name) => this[/** @type {'here'} */ (name)] === i);
    paintNode(element, this.data.nodes[i], this.marks?.[i], states, i === this.focused);
  }

  /** Ask for the boards in view that are not known yet, and draw the others. */
  async fetchBoards() {
    const { data, boards } = this;
    if (!data.inset[0] || this.zoom < FAR) return;
    const missing = [];
    for (const [key, element] of this.drawn) {
      const place = element.querySelector('.board');
      if (!place || place.firstChild) continue;
      // It has no text but Python's, escaped.
      if (boards.has(key)) place.innerHTML = boards.get(key);
      else missing.push(key);
    }
    if (this.isAsking || !missing.length) return;
    this.isAsking = true;
    const answer = await this.acts.ask(missing);
    this.isAsking = false;
    for (const key of answer ? missing : []) boards.set(key, answer.boards[key] ?? '<g></g>');
    if (answer && this.data === data) this.fetchBoards();
  }

  /** Scroll to a position, if it is not well in view. */
  follow(/** @type {number} */ i) {
    const [place, sides] = [this.place(i), this.measure()];
    if (!place || place.every((/** @type {number} */ at, /** @type {number} */ k) => {
      const half = Math.min(this.data.box[k] * this.zoom / 2 + 12, sides[k] / 3);
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
    this.drawn.get(this.data.nodes[i].path).querySelector('.item').focus({ preventScroll: true });
    if (follows) this.follow(i);
  }

  /** Open the position that is clicked; or fold it, or unfold it. */
  click(/** @type {any} */ event) {
    const path = event.target.closest('[data-path]')?.dataset.path;
    if (path === undefined) return;
    this.focus(this.find(path), false);
    if (event.target.closest('.fold')) this.toggle(this.find(path));
    else this.acts.open(path);
  }

  /** Fold a position, or unfold it. */
  toggle(/** @type {number} */ i) {
    const { path, open } = this.data.nodes[i];
    if (open !== null && !this.marks) this.acts.fold(path, !open);
  }

  /** Do what a key means at a position, as in any tree. */
  press(/** @type {any} */ event) {
    const [{ path }, { nodes }] = [{ path: event.target.dataset?.node }, this.data];
    if (path === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const i = this.find(path);
    const { open, parent } = nodes[i];
    /** @type {any} */
    const act = { Enter: () => this.acts.open(path), ' ': () => this.toggle(i),
                  ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: nodes.length - 1,
                  ArrowRight: open === false ? () => this.toggle(i) : i + 1,
                  ArrowLeft: open && !this.marks ? () => this.toggle(i) : this.find(parent),
    }[/** @type {'Home'} */ (event.key)];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (typeof act === 'function') act();
    else if (nodes[act] && (!this.marks || this.marks[act])) this.focus(act);
  }
}
