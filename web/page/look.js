// @ts-check
/** The tree of positions, and a search in it, step by step. */
import { words } from './words.js';

const $ = (/** @type {string} */ id) =>
  /** @type {any} */ (document.getElementById(id));

/** What Python has said of the tree, what is asked of the search in it, and
 * what plays it; null if there is none. @type {any} */
let [tree, search, player] = [null, null, null];
let [wanted, busy] = [1, false];  // The step that was asked for last.
/** @type {(what: string, text: string, more: any) => Promise<any>} */
let think;

/** Return the nodes of the tree, and the number of that with this path. */
const nodes = () => /** @type {any[]} */ ([...$('tree').querySelectorAll('[data-node]')]);
const find = (/** @type {string} */ path) =>
  nodes().find((each) => each.dataset.node === path) ?? nodes()[0];

/** Forget what belongs to another position. */
export function resetLook() {
  [tree, search] = [null, null];
  $('view').hidden = $('walk').hidden = true;
  $('look-note').textContent = '';
  pause();
}

/** Draw the tree with these positions unfolded (null: some plies), with the
 * wanted step if there is a search. Return whether that is done. */
async function draw(/** @type {string[] | null} */ unfolded) {
  const focused = /** @type {any} */ (document.activeElement)?.dataset.node;
  const plies = Number($('plies').value) || null;
  $('message').textContent = '';
  busy = true;
  const answer = await (search
    ? think('search', words.following, { ...search, unfolded, step: wanted })
    : think('tree', words.drawing, { unfolded, plies, merge: $('merge').checked }));
  busy = false;
  $('look-note').textContent = answer ? answer.note : $('message').textContent;
  if (!answer) return pause();
  tree = answer;
  $('view').hidden = false;
  $('walk').hidden = $('steps').hidden = !search;
  $('tree').innerHTML = tree.svg;  // It has no text but Python's, escaped.
  for (const each of $('look').querySelectorAll('[data-text]')) {
    each.textContent = tree[each.dataset.text] ?? '';
  }
  if (search) showStep();
  zoom();
  if (focused !== undefined) focus(find(focused));
  return true;
}

/** Show where the search is, and its stack. */
function showStep() {
  $('at').max = tree.steps;
  $('at').value = tree.step;
  $('stack').replaceChildren(...tree.stack.map((/** @type {string} */ line) =>
    Object.assign(document.createElement('li'), { textContent: line })));
}

/** Set the size of the drawing. Scroll in it to where Tab or the search leads,
 * if that is not in view; do not scroll the page. */
function zoom() {
  const svg = $('tree').firstElementChild;
  for (const side of ['width', 'height']) {
    svg.setAttribute(side, svg.viewBox.baseVal[side] * $('zoom').value / 100);
  }
  const node = svg.querySelector('.current') ?? svg.querySelector('[tabindex="0"]');
  const [outer, inner] = [$('tree'), node].map((each) => each.getBoundingClientRect());
  $('tree').scrollBy(
    inner.left > outer.left && inner.right < outer.right ? 0
      : inner.x - outer.x + (inner.width - outer.width) / 2,
    inner.top > outer.top && inner.bottom < outer.bottom ? 0
      : inner.y - outer.y + (inner.height - outer.height) / 2);
}

/** Give this node the focus, and have Tab lead to it. */
function focus(/** @type {any} */ node) {
  for (const each of nodes()) each.setAttribute('tabindex', each === node ? '0' : '-1');
  node.focus({ preventScroll: Boolean(search) });
}

/** Fold or unfold the position at this node. */
function toggle(/** @type {any} */ node) {
  const [path, open] = [node.dataset.node, node.ariaExpanded];
  focus(node);
  const others = tree.unfolded.filter((/** @type {string} */ each) => each !== path);
  if (open && !busy) draw(open === 'true' ? others : [...others, path]);
}

/** Do what a key means at this node, as in any tree. */
function press(/** @type {any} */ node, /** @type {KeyboardEvent} */ event) {
  const [all, open, path] = [nodes(), node.ariaExpanded, node.dataset.node];
  const i = all.indexOf(node);
  const to = { ArrowDown: all[i + 1], ArrowUp: all[i - 1], Home: all[0], End: all.at(-1),
               ArrowRight: open === 'true' ? all[i + 1] : node, Enter: node, ' ': node,
               ArrowLeft: open === 'true' ? node : find(path.replace(/,?[^,]*$/, '')),
             }[event.key];
  if (to) event.preventDefault();
  if (to === node) toggle(node);
  else if (to) focus(to);
}

/** Show this step; if others are asked for meanwhile, then the last of them. */
async function go(/** @type {number} */ step) {
  wanted = Math.min(Math.max(step, 1), tree.steps);
  while (!busy && search && tree.step !== wanted && await draw(tree.unfolded));
}

/** Stop playing the steps. */
function pause() {
  clearInterval(player);
  player = null;
  $('run').textContent = words.play;
}

/** Play the steps from here, or if they are played, pause. */
function play() {
  if (player) return pause();
  $('run').textContent = words.pause;
  player = setInterval(() => {
    if (tree.step === tree.steps) pause();
    else if (!busy) go(tree.step + 1);
  }, Number($('speed').value));
}

/** Draw the tree anew, with the first step of a search (null: of none). */
async function begin(/** @type {any} */ wish) {
  if (busy) return;
  const [old, unfolded] = [search, wish && tree ? tree.unfolded : null];
  [search, wanted] = [wish, 1];
  pause();
  if (!await draw(unfolded)) search = tree && old;
}

/** Listen to this part of the page; if there can be no tree, say why. Think
 * returns the answer to what may take long, null if it is stopped.
 * @param {typeof think} thinkOf
 * @param {string} why */
export function listenToLook(thinkOf, why) {
  think = thinkOf;
  $('no-tree').textContent = why;
  $('tree-form').hidden = $('search-form').hidden = Boolean(why);
  const listen = (/** @type {string} */ id, /** @type {string} */ kind,
                  /** @type {(event: any) => any} */ act) => $(id).addEventListener(kind, act);
  const node = (/** @type {any} */ event) => event.target.closest('[data-node]');
  listen('tree', 'click', (event) => node(event) && toggle(node(event)));
  listen('tree', 'keydown', (event) => node(event) && press(node(event), event));
  listen('zoom', 'input', zoom);
  listen('fit', 'click', () => {
    const { width } = $('tree').firstElementChild.viewBox.baseVal;
    $('zoom').value = 100 * $('tree').clientWidth / width;
    zoom();
  });
  listen('back', 'click', () => go(wanted - 1));
  listen('next', 'click', () => go(wanted + 1));
  listen('at', 'input', () => go(Number($('at').value)));
  listen('run', 'click', play);
  listen('tree-form', 'submit', (event) => { event.preventDefault(); begin(null); });
  listen('search-form', 'submit', (event) => {
    event.preventDefault();
    begin({ search: $('search').value, plies: Number($('plies').value) || null });
  });
}
