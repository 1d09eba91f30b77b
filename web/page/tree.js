/** A tree of positions. Python says what is drawn where; what is in view is. */
import { $ } from './board.js';

/** Below this zoom, a position is its move and its colours. Around what is in
 * view, as much is drawn as these pixels. */
const [FAR, MARGIN] = [0.42, 200];
const [SMALLEST, LARGEST] = [0.005, 3];  // Of the zoom.
const TEXT = 12;  // How large the text of a position is, in pixels.

/** A tree in a box of the page that scrolls. */
export class TreeView {
  /** What Python says of the tree. @type {any} */
  data = null;
  /** What a search knows of its positions; null without one. @type {any[] | null} */
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
  /** How the view was fitted, undefined after another zoom was chosen. */
  fitted = /** @type {boolean | undefined} */ (false);
  isAsking = false;

  constructor(/** @type {any} */ box, /** @type {any} */ acts) {
    this.box = box;
    this.acts = acts;
    this.svg = box.firstElementChild;
    box.onscroll = () => this.draw();
    box.onclick = (/** @type {any} */ event) => this.click(event);
    new ResizeObserver(() => (this.fitted === undefined ? this.draw() : this.fit(this.fitted)))
      .observe(box);
  }

  /** Do what a key does where the focus is. */
  press(/** @type {string} */ key) {
    const [i, last] = [this.focused, this.data.nodes.length - 1];
    const { path, open, parent } = this.data.nodes[i];
    if (key === 'Enter') return this.acts.open(path);
    const folds = key === ' ' || key === (open ? 'ArrowLeft' : 'ArrowRight');
    if (folds && open !== null) return this.acts.fold(path);
    const to = { ArrowDown: i + 1, ArrowRight: i + 1, ArrowUp: i - 1, ArrowLeft: parent,
                 Home: 0, End: last }[key] ?? i;
    if (to >= 0 && to <= last && (!this.marks || this.marks[to])) this.focus(to);
  }

  /** Show a tree. If it has the position with this path, that does not move. */
  show(/** @type {any} */ data, /** @type {string | null} */ anchor) {
    const focused = anchor === null ? '' : this.data.nodes[this.focused].path;
    const before = anchor === null ? null : this.place(this.find(anchor));
    this.data = data;
    this.marks = data.steps ? [] : null;
    this.states = { current: -1, source: -1, here: -1 };
    // What stays of a tree moves to its new place.
    const old = new Map();
    for (const { path, element } of this.parts) {
      if (anchor !== null && element && this.find(path) >= 0) old.set(path, element);
      else element?.remove();
    }
    const nodes = data.nodes.map((/** @type {any} */ node, /** @type {number} */ i) =>
      ({ ...node, node: i, layer: 1, element: old.get(node.path) }));
    this.parts = [...nodes, ...data.parts.map((/** @type {any} */ part) => ({ ...part }))];
    for (const [name, side] of Object.entries(data.sides)) {
      this.svg.style.setProperty(`--${name}`, `${side}px`);
    }
    this.svg.ariaLabel = $('look-title').textContent;
    this.focused = Math.max(0, this.find(focused));
    if (!before) return this.fit();
    this.setZoom(this.zoom);
    // Beyond its ends a box does not scroll: it needs more room.
    const [wide, high] = this.measure();
    this.svg.style.margin = `${high}px ${wide}px`;
    const [x, y] = this.place(this.find(anchor));
    this.box.scrollBy({ left: x - before[0], top: y - before[1], behavior: 'instant' });
  }

  /** Return which position has this path, -1 if it is not in the tree. */
  find(/** @type {string | null} */ path) {
    return this.data?.nodes.findIndex((/** @type {any} */ node) => node.path === path) ?? -1;
  }

  /** Return where the corner of the tree is, relative to what is in view. */
  findCorner() {
    const [outer, inner] = [this.box, this.svg].map((each) => each.getBoundingClientRect());
    return [inner.x - outer.x, inner.y - outer.y];
  }

  /** Return where a position is, relative to what is in view. @returns {any} */
  place(/** @type {number} */ i) {
    const [node, [x, y]] = [this.data.nodes[i], this.findCorner()];
    return node && [node.x * this.zoom + x, node.y * this.zoom + y];
  }

  /** Return the width and the height of what is in view. */
  measure() { return [this.box.clientWidth, this.box.clientHeight]; }

  /** Have the whole tree in view, with its text no larger than that of the page. The
   * view follows a search, so that can be larger: in the hall, as that of the page. */
  fit(isWhole = !this.marks) {
    if (!this.data) return;
    const most = parseFloat(getComputedStyle(document.documentElement).fontSize) / TEXT;
    const fitting = Math.min(...this.measure().map((side, k) => (side - 1) / this.data.size[k]));
    const least = most > 1.5 ? most : 0.6;
    this.setZoom(Math.min(Math.max(fitting, isWhole ? 0 : least), most));
    this.fitted = isWhole;
    this.follow(this.states.current);
  }

  /** Set the zoom; what is in the middle stays there. */
  setZoom(/** @type {number} */ zoom) {
    const { box, svg, data: { size: [wide, high] } } = this;
    const [across, down] = this.measure().map((side) => side / 2);
    const [[x, y], old] = [this.findCorner(), this.zoom];
    this.zoom = Math.min(Math.max(zoom, SMALLEST), LARGEST);
    $('zoom').value = String(100 * Math.log10(this.zoom));
    svg.style.margin = '';
    svg.setAttribute('width', wide * this.zoom);
    svg.setAttribute('height', high * this.zoom);
    svg.setAttribute('viewBox', `0 0 ${wide} ${high}`);
    svg.classList.toggle('far', this.zoom < FAR);
    box.scrollTo({ left: (across - x) * this.zoom / old - across,
                   top: (down - y) * this.zoom / old - down, behavior: 'instant' });
    this.fitted = undefined;
    this.draw();
  }

  /** Draw what is in view, and nothing else. */
  draw() {
    const { box, zoom, marks } = this;
    if (!this.data || !box.clientWidth) return;
    const [left, top] = this.findCorner().map((side) => (-side - MARGIN) / zoom);
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
    else group.append(...document.importNode($('node').content.children[0], true).children);
    return group.lastElementChild;
  }

  /** Show what is known of a part: of a position without a search, that is all. */
  paint(/** @type {any} */ part) {
    const { element, node, path, text, words, open } = part;
    const [kind, note, why, more] = this.marks ? this.marks[node] : this.data.nodes[node].mark;
    if (path === undefined) {
      element.dataset.kind = kind;
      return;
    }
    element.style.transform = `translate(${part.x}px, ${part.y}px)`;
    const states = Object.entries(this.states).filter(([, i]) => i === node).map(([name]) => name);
    const border = part.bordered ? 'bordered' : '';
    const classes = ['node', part.class, border, kind, ...states].join(' ');
    const said = [classes, note, why, more, this.focused === node, open, text.arrow].join();
    if (element.said === said) return;
    element.said = said;
    for (const [name, line] of Object.entries({ ...text, note, why })) {
      element.querySelector(`.${name}`).textContent = line;
    }
    element.setAttribute('class', classes);
    const item = element.querySelector('.item');
    item.dataset.path = element.dataset.path = path;
    Object.assign(item, { ariaLevel: part.level, ariaExpanded: open,
                          ariaLabel: [words, more].filter(Boolean).join(', '),
                          tabIndex: this.focused === node ? 0 : -1 });
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
    const isSeen = place?.every((/** @type {number} */ at, /** @type {number} */ k) =>
      at > sides[k] / 6 && at < sides[k] * 5 / 6);
    // Where it is seen, the view stays, also if it was on its way elsewhere.
    this.box.scrollBy(isSeen !== false ? { left: 0, behavior: 'instant' }
      : { left: place[0] - sides[0] / 2, top: place[1] - sides[1] / 2 });
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
    this.press(event.target.closest('.fold') ? ' ' : 'Enter');
  }
}
