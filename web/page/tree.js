/** A tree of positions. Python says what is drawn where; what is in view is. */
import { $, all } from './board.js';

/** Below this zoom, a position is its move and its colours; from the next one on, the text
 * of its board can be read; none is larger than the last. */
const [FAR, NEAR, LARGEST] = [0.42, 2.2, 3];
/** In pixels: how much is drawn around what is in view; how large the text of a position is,
 * and how small at first, here and in a hall; how far a pointer goes before it drags. */
const [MARGIN, TEXT, READABLE, IN_HALLS, STILL] = [200, 12, 11, 16, 4];

/** Return what is nearest to a number between two others. */
const clamp = (/** @type {number} */ x, /** @type {number} */ low, /** @type {number} */ high) =>
  Math.min(Math.max(x, low), high);

/** A tree in a box of the page: a part of it is in view, another drawing shows which.
 * Points are in the tree, places in the box, from its middle; both are pairs of x and y. */
export class TreeView {
  /** What Python says of the tree. @type {Drawn} */
  data = { nodes: [], parts: [], sides: {}, size: [1, 1] };
  /** What a search knows of its positions; null without one. @type {Knowledge[] | null} */
  marks = null;
  /** What is drawn where it is in view: positions first. @type {TreePart[]} */
  parts = [];
  /** The boards that are known, by paths. @type {Map<string, string>} */
  boards = new Map();
  /** Which position has the focus; and by their classes, where the search is,
   * where it has a score from, and which one is on the board. */
  focused = 0;
  states = { current: -1, source: -1, here: -1 };
  /** The zoom, and the point in the middle. */
  zoom = 1;
  middle = [0, 0];
  /** The width and height of the box, only measured when they change; what is done then. */
  sides = [0, 0];
  refit = () => this.fit();
  /** The places of the pointers that are down, and whether one has dragged.
   * @type {Map<number, number[]>} */
  pointers = new Map();
  isDragged = false;
  isAsking = false;

  constructor(/** @type {HTMLElement} */ box, /** @type {TreeActs} */ acts) {
    this.box = box;
    this.acts = acts;
    this.svg = all('svg', box)[0];
    this.overview = all('.overview', box)[0];
    box.onclick = (event) => this.click(event);
    box.onpointerdown = (event) => this.grasp(event);
    box.onpointermove = (event) => this.drag(event);
    box.onpointerup = box.onpointercancel = ({ pointerId }) => {
      this.pointers.delete(pointerId);
      setTimeout(() => { this.isDragged = false; });  // The click that ends it comes first.
    };
    box.addEventListener('wheel', (event) => this.turn(event), { passive: false });
    box.addEventListener('focusin', () => box.querySelector(':focus-visible')
      && this.follow(this.focused));
    new ResizeObserver(() => {
      this.sides = [box.clientWidth, box.clientHeight];
      acts.refit();
    }).observe(box);
  }

  /** Do what a key does where the focus is. */
  press(/** @type {string} */ key) {
    const [i, last] = [this.focused, this.data.nodes.length - 1];
    const { path, open, parent } = this.data.nodes[i];
    const to = new Map(Object.entries({ ArrowDown: i + 1, ArrowRight: i + 1, ArrowUp: i - 1,
                                        ArrowLeft: parent, Home: 0, End: last })).get(key) ?? i;
    if (key === 'Enter') return this.acts.open(path);
    const folds = key === ' ' || key === (open ? 'ArrowLeft' : 'ArrowRight');
    if (folds && open !== null) return this.acts.fold(path);
    if (to >= 0 && to <= last && (!this.marks || this.marks[to])) this.focus(to);
  }

  /** Show a tree, and that the game is at the position with the path here. The one with
   * the path of anchor does not move. */
  show(/** @type {Drawn} */ data, /** @type {string | null} */ anchor,
       /** @type {string | null} */ here) {
    const [before, old] = [this.parts, this.data.nodes[this.find(anchor)]];
    const focused = old ? this.data.nodes[this.focused].path : '';
    this.data = data;
    this.marks = data.steps ? [] : null;
    this.states = { current: -1, source: -1, here: this.find(here) };
    // What stays of a tree moves to its new place.
    const elements = new Map(old && before.map(({ path, element }) => [path, element]));
    const nodes = data.nodes.map((node, i) =>
      ({ ...node, node: i, layer: 1, element: elements.get(node.path) }));
    this.parts = [...nodes, ...data.parts.map((part) => ({ ...part }))];
    const kept = new Set(this.parts.map(({ element }) => element));
    for (const { element } of before) if (!kept.has(element)) element?.remove();
    for (const [name, side] of Object.entries(data.sides)) {
      this.svg.style.setProperty(`--${name}`, `${side}px`);
    }
    this.svg.ariaLabel = $('look-title').textContent;
    this.focused = Math.max(0, this.find(focused));
    // The overview has a box for each position.
    this.overview.setAttribute('viewBox', `0 0 ${data.size.join(' ')}`);
    this.overview.style.aspectRatio = data.size.join('/');
    all('path', this.overview)[0].setAttribute('d', data.nodes.map(
      ({ ends: [x1, y1, x2, y2] }) => `M${x1} ${y1}H${x2}V${y2}H${x1}z`).join(''));
    if (!old) return this.fit();
    const { x, y } = data.nodes[this.find(anchor)];
    this.look([this.middle[0] + x - old.x, this.middle[1] + y - old.y]);
  }

  /** Return which position has this path, -1 if it is not in the tree. */
  find(/** @type {string | null} */ path) {
    return this.data.nodes.findIndex((node) => node.path === path);
  }

  /** Return the width and the height of what is in view, at this zoom. */
  measure(zoom = this.zoom) { return this.sides.map((side) => side / zoom); }

  /** Return the zoom at which the whole tree is in view, if the tree is. */
  measureFit() {
    return Math.min(...this.sides.map((side, k) => (side || Infinity) / this.data.size[k]));
  }

  /** Show the tree as at first, in text that can be read, in a hall as large as that of
   * the page; or all of it. Its text is never larger than that of the page. */
  fit(isWhole = false) {
    this.refit = () => this.fit(isWhole);
    const { sides, data: { nodes }, states: { current, here } } = this;
    if (!sides[0] || !nodes.length) return;
    const most = parseFloat(getComputedStyle(document.documentElement).fontSize) / TEXT;
    const least = (most > 1.5 ? IN_HALLS : READABLE) / TEXT;
    const { x, y } = nodes[Math.max(current < 0 ? here : current, 0)];
    this.center([x, y], clamp(this.acts.findFit(), isWhole ? 0 : least, most));
  }

  /** Have a point in the middle, as far as nothing beyond the tree is in view then. */
  center(/** @type {number[]} */ point, zoom = this.zoom) {
    const [size, half] = [this.data.size, this.measure(2 * zoom)];
    this.look(point.map((at, k) => clamp(at, Math.min(half[k], size[k] / 2),
      Math.max(size[k] - half[k], size[k] / 2))), zoom);
  }

  /** Have a point in the middle. */
  look(/** @type {number[]} */ middle, zoom = this.zoom) {
    [this.middle, this.zoom] = [middle, zoom];
    const { svg, overview, data: { size } } = this;
    const sides = this.measure();
    if (!sides[0]) return;  // What cannot be seen says nothing of the zoom.
    const corner = middle.map((at, k) => at - sides[k] / 2);
    svg.setAttribute('viewBox', [...corner, ...sides].join(' '));
    svg.classList.toggle('far', zoom < FAR);
    svg.classList.toggle('near', zoom > NEAR);
    overview.toggleAttribute('hidden', corner.every(
      (at, k) => at < 1 && at + sides[k] > size[k] - 1));
    all('.part', overview)[0].setAttribute('d', `M${corner}h${sides[0]}v${sides[1]}H${corner[0]}z`);
    $('zoom').min = String(Math.floor(100 * Math.log10(Math.min(1, this.acts.findFit()))));
    $('zoom').value = String(100 * Math.log10(zoom));
    $('zoom').ariaValueText = $('zoom-now').textContent = `${Math.round(100 * zoom)} %`;
    this.draw();
  }

  /** Move what is at one place to another one, and zoom, as somebody's hand says. */
  move(/** @type {number[]} */ from, /** @type {number[]} */ to, /** @type {number} */ factor) {
    const point = from.map((at, k) => this.middle[k] + at / this.zoom);
    this.acts.zoom(this.zoom * factor);
    this.center(point.map((at, k) => at - to[k] / this.zoom));
  }

  /** Set the zoom, as somebody's hand says; what is in the middle stays there. */
  setZoom(/** @type {number} */ zoom) {
    this.refit = () => this.look(this.middle);
    this.center(this.middle, clamp(zoom, Math.min(1, this.acts.findFit()), LARGEST));
  }

  /** Return where in the box a pointer is. */
  locate(/** @type {MouseEvent} */ { clientX, clientY }) {
    const { x, y, width, height } = this.svg.getBoundingClientRect();
    return [clientX - x - width / 2, clientY - y - height / 2];
  }

  /** Zoom by the wheel, or by two fingers on a pad, which come as the wheel with Ctrl. At
   * its limits, the wheel is for the page. */
  turn(/** @type {WheelEvent} */ event) {
    const [place, before] = [this.locate(event), this.zoom];
    const speed = (event.deltaMode ? 0.05 : 0.002) * (event.ctrlKey ? 10 : 1);
    this.move(place, place, 2 ** (-event.deltaY * speed));
    if (event.ctrlKey || this.zoom !== before) event.preventDefault();
  }

  /** Take hold of the tree by a pointer. */
  grasp(/** @type {PointerEvent} */ event) {
    if (event.button) return;
    this.isDragged = this.pointers.size > 0;
    this.pointers.set(event.pointerId, this.locate(event));
  }

  /** Drag with a pointer; with two fingers, zoom. */
  drag(/** @type {PointerEvent} */ event) {
    const [place, old] = [this.locate(event), this.pointers.get(event.pointerId)];
    if (!event.buttons) this.pointers.delete(event.pointerId);  // It was let go outside.
    if (!old || !event.buttons
      || !this.isDragged && Math.hypot(...place.map((at, k) => at - old[k])) < STILL) return;
    this.isDragged = true;
    this.box.setPointerCapture(event.pointerId);
    const [before, wide] = this.findGrip();
    this.pointers.set(event.pointerId, place);
    const [after, wider] = this.findGrip();
    this.move(before, after, wider / wide);
  }

  /** Return the place between the pointers that are down, and how far apart they are.
   * @returns {[number[], number]} */
  findGrip() {
    const [one, other = one] = this.pointers.values();
    return [one.map((at, k) => (at + other[k]) / 2),
            Math.hypot(...one.map((at, k) => at - other[k])) || 1];
  }

  /** Draw what is in view, and nothing else. */
  draw() {
    const { marks, sides, middle: [x, y] } = this;
    if (!sides[0]) return;
    const [wide, high] = this.measure().map((side) => side / 2 + MARGIN / this.zoom);
    for (const part of this.parts) {
      const [x1, y1, x2, y2] = part.ends;
      const isNear = x1 < x + wide && x2 > x - wide && y1 < y + high && y2 > y - high
        || this.parts[this.focused] === part;
      if (!isNear || marks && !marks[part.node]) part.element?.remove();
      else this.paint(part, part.element ??= this.create(part));
    }
    this.fetchBoards();
  }

  /** Return what is drawn of a part: Python's drawing, or a position. */
  create(/** @type {TreePart} */ part) {
    const group = this.svg.children[part.layer];
    // It has no text but Python's, escaped.
    if (part.svg) group.insertAdjacentHTML('beforeend', part.svg);
    else group.append(all('.node', $('node').content)[0].cloneNode(true));
    return all(':scope > :last-child', group)[0];
  }

  /** Show what is known of a part: of a position without a search, that is all. */
  paint(/** @type {TreePart} */ part, /** @type {HTMLElement} */ element) {
    const { node, layer } = part;
    if (!element.isConnected) this.svg.children[layer].append(element);
    const [kind, note, why, more] = this.marks ? this.marks[node] : this.data.nodes[node].mark;
    if (part.path === undefined) { element.dataset.kind = kind; return; }
    const { path, text, words, open } = part;
    element.style.transform = `translate(${part.x}px, ${part.y}px)`;
    const states = Object.entries(this.states).filter(([, i]) => i === node).map(([name]) => name);
    const border = part.bordered ? 'bordered' : '';
    const classes = ['node', part.class, border, kind, ...states].join(' ');
    const board = this.boards.get(path);
    const said = [classes, note, why, more, this.focused === node, open, text.arrow, !board].join();
    if (part.said === said) return;
    part.said = said;
    for (const [name, line] of Object.entries({ ...text, note, why })) {
      all(`.${name}`, element)[0].textContent = line;
    }
    element.setAttribute('class', classes);
    all('.board', element)[0].innerHTML = board ?? '';
    const [item] = all('.item', element);
    item.dataset.path = element.dataset.path = path;
    Object.assign(item, { ariaLevel: part.level, ariaExpanded: open,
                          ariaLabel: [words, more].filter(Boolean).join(', '),
                          tabIndex: this.focused === node ? 0 : -1 });
  }

  /** Ask for the boards in view that are not known yet, and draw them. */
  async fetchBoards() {
    const { data, boards } = this;  // By then, there may be others.
    if (!data.sides['board-high'] || this.zoom < FAR || this.isAsking) return;
    const missing = this.parts.flatMap(({ element, path }) =>
      (element?.isConnected && path !== undefined && !boards.has(path) ? [path] : []));
    if (!missing.length) return;
    this.isAsking = true;
    const answer = await this.acts.ask(missing);
    this.isAsking = false;
    if (!answer) return;
    for (const path of missing) boards.set(path, answer.boards?.[path] ?? '');
    this.draw();
  }

  /** Go to a position, if it is not well in view. */
  follow(/** @type {number} */ i) {
    if (!this.data.nodes[i]) return;
    const [{ x, y }, sides, before] = [this.data.nodes[i], this.measure(), this.middle];
    if ([x, y].every((at, k) => Math.abs(at - before[k]) < sides[k] / 3)) return;
    this.center([x, y]);
    const way = this.middle.map((at, k) => `${(at - before[k]) * this.zoom}px`);
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isCalm) this.svg.animate({ transform: [`translate(${way})`, 'none'] }, 300);
  }

  /** Give a position the focus, and have Tab lead to it. */
  focus(/** @type {number} */ i) {
    this.focused = i;
    this.draw();
    const { element } = this.parts[i];
    if (element) all('.item', element)[0].focus({ preventScroll: true });
  }

  /** Open the position that is clicked; or fold it, or unfold it. */
  click(/** @type {MouseEvent} */ { target }) {
    const path = target.closest('[data-path]')?.dataset.path;
    if (path === undefined || this.isDragged) return;
    this.focus(this.find(path));
    this.press(target.closest('.fold') ? ' ' : 'Enter');
  }
}
