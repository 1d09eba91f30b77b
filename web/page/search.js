// @ts-check
/** A search that can be watched, step by step, or two of them side by side. Python
 * has said all steps at once: to show one, nobody is asked. */
import { $ } from './board.js';
import { listenToKeys } from './keys.js';
import { words } from './words.js';

/** @typedef {import('./tree.js').TreeView} TreeView */

/** The tree with the steps, the trees that show it, and how to show what a step
 * says. @type {any} */
let [drawn, views, show] = [{ steps: [] }, [], null];
/** Which step is shown. */
let number = 1;
/** @type {any} */
let player = null;

/** Get ready to show the steps of the searches in a tree, if it has any. */
export function setSteps(/** @type {any} */ tree) {
  pause();
  drawn = { steps: [], ...tree };
  [number, $('at').max] = [1, drawn.steps.length];
  for (const view of views) {
    view.marks = drawn.steps.length ? [] : null;
    [view.states.current, view.states.source] = [-1, -1];
  }
}

/** Return the part of the address that names the step. */
export const formatStep = () => (drawn.steps.length ? `&step=${number}` : '');

/** Return what one of the searches knows of the positions of the tree. Where it
 * has not come near, that is nothing. */
function collect(/** @type {number} */ k) {
  let /** @type {any[]} */ known = [];
  for (const { [k]: { anew, marks } } of drawn.steps.slice(0, number)) {
    if (anew) known = [];
    for (const [i, mark] of marks) known[i] = drawn.marks[mark];
  }
  return known;
}

/** Show this step. */
export function goToStep(/** @type {number} */ wanted) {
  const last = drawn.steps.length;
  if (!last) return false;
  number = Math.min(Math.max(wanted, 1), last);
  const step = drawn.steps[number - 1];
  step.forEach((/** @type {any} */ { node, source, text }, /** @type {number} */ k) => {
    views[k].marks = collect(k);
    Object.assign(views[k].states, { current: node, source });
    views[k].draw();
    views[k].follow(node);
    show({ text });
  });
  $('stack').replaceChildren(...step[0].stack.map((/** @type {number} */ line) =>
    Object.assign(document.createElement('li'), { textContent: drawn.lines[line] })));
  if (number === last) pause();
  show({ text: { 'step-number': words.step(number, last) }, value: { at: number },
         disabled: { back: number === 1, next: number === last } },
       drawn.nodes[step[0].node].path);
  return true;
}

/** Stop playing the steps. */
function pause() {
  player = clearInterval(player);
  $('run').textContent = words.play;
}

/** Play the steps from here, at the end from the start; or pause. */
function play() {
  if (player) return pause();
  if (!goToStep(number === drawn.steps.length ? 1 : number)) return false;
  $('run').textContent = words.pause;
  player = setInterval(() => goToStep(number + 1), Number($('speed').value));
  return true;
}

/** Listen to what is for the steps. Show what they say, and the position of each.
 * @param {TreeView[]} trees @param {(said: any, path?: string) => void} listener */
export function listenToSteps(trees, listener) {
  [views, show] = [trees, listener];
  const [back, next] = [() => goToStep(number - 1), () => goToStep(number + 1)];
  $('back').onclick = back;
  $('next').onclick = next;
  $('run').onclick = play;
  $('at').oninput = () => goToStep(Number($('at').value));
  $('speed').onchange = () => { if (player) { pause(); play(); } };
  // Where nothing has the focus, the body has the keys.
  listenToKeys('#walk, #stack, body:not(:has(:focus))', {
    ArrowLeft: back, ArrowRight: next, Home: () => goToStep(1), End: () => goToStep(Infinity) });
  listenToKeys('body', { b: back, n: next, p: play });
}
