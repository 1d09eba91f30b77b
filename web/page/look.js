// @ts-check
/** The tree of positions, and a search in it, step by step. */
import { $ } from './board.js';
import { words } from './words.js';

/** What Python has said of the tree, what it is asked about the search there,
 * what plays the steps, and how to ask Python.
 * @type {any} */
let [tree, search, player, think] = [null, null, null, null];
let [wanted, busy] = [1, false];  // The step that was asked for last.

/** All nodes of the tree, and the one with this path, or else the root. */
const nodes = () => /** @type {any[]} */ ([...$('tree').querySelectorAll('[data-node]')]);
const find = (/** @type {string} */ path) =>
  nodes().find((each) => each.dataset.node === path) ?? nodes()[0];
const plies = () => Number($('plies').value) || null;

/** Forget what belongs to another position. */
export function resetLook() {
  [tree, search] = [null, null];
  $('view').hidden = $('walk').hidden = true;
  $('look-note').textContent = '';
  pause();
}

/** Draw the tree with these positions unfolded (null: some plies), and with the
 * wanted step if there is a search. Return whether that is done. */
async function draw(/** @type {string[] | null} */ unfolded) {
  const focused = /** @type {any} */ (document.activeElement)?.dataset.node;
  $('message').textContent = '';
  busy = true;
  const answer = await (search
    ? think('search', { ...search, unfolded, step: wanted })
    : think('tree', { unfolded, plies: plies(), merge: $('merge').checked }));
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
  [$('at').max, $('at').value] = [tree.steps ?? 1, tree.step ?? 1];
  $('stack').replaceChildren(...(tree.stack ?? []).map((/** @type {string} */ line) =>
    Object.assign(document.createElement('li'), { textContent: line })));
  if (focused !== undefined) focus(find(focused));
  zoom();
  return true;
}

/** Set the size of the drawing. Scroll in it to where the search or Tab leads. */
function zoom() {
  const [box, svg, part] = [$('tree'), $('tree').firstElementChild, $('zoom').value / 100];
  for (const side of ['width', 'height']) {
    svg.setAttribute(side, svg.viewBox.baseVal[side] * part);
  }
  const { x, y, width, height } = (svg.querySelector('.current')
    ?? svg.querySelector('[tabindex="0"]')).getBBox();
  box.scrollTo((x + width / 2) * part - box.clientWidth / 2,
               (y + height / 2) * part - box.clientHeight / 2);
}

/** Give this node the focus, and have Tab lead to it. */
function focus(/** @type {any} */ node) {
  for (const each of nodes()) each.setAttribute('tabindex', each === node ? '0' : '-1');
  node.focus();
}

/** Fold or unfold the position at this node. */
function toggle(/** @type {any} */ node) {
  const [path, open] = [node.dataset.node, node.ariaExpanded];
  const others = tree.unfolded.filter((/** @type {string} */ each) => each !== path);
  focus(node);
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
  player = clearInterval(player);
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

/** Listen to this part of the page. Ask returns Python's answer to what may take
 * long, null if it is stopped.
 * @param {(what: string, more: any) => Promise<any>} ask */
export function listenToLook(ask) {
  think = ask;
  const node = (/** @type {any} */ event) => event.target.closest('[data-node]');
  const listen = (/** @type {string} */ id, /** @type {string} */ kind,
                  /** @type {(event: any) => any} */ act) => $(id).addEventListener(kind, act);
  listen('tree', 'click', (event) => node(event) && toggle(node(event)));
  listen('tree', 'keydown', (event) => node(event) && press(node(event), event));
  listen('tree-form', 'submit', (event) => {
    event.preventDefault();
    begin(event.submitter?.id === 'follow' ? { search: $('search').value, plies: plies() } : null);
  });
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
}
