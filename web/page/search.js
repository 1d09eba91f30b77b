/** A search that can be watched, step by step, or two of them side by side. Python
 * has said all steps at once: to show one, Python is asked for its board only. */
import { $ } from './board.js';
import { acts } from './keys.js';
import { peek, show } from './shown.js';
import { words } from './words.js';

/** The tree with the steps, if it has any, and the views that show it. @type {Tree | null} */
let tree = null;
let /** @type {Step[][]} */ steps = [];
let /** @type {View[]} */ views = [];
/** Which step is shown; what the searches know of each position, after how many steps. */
let [number, known, learnt] = [1, /** @type {Knowledge[][]} */ ([]), 0];
let player = 0;

/** Learn what the searches know of the positions of the tree by this step. Where one has
 * not come near, that is nothing. */
function learn(/** @type {Knowledge[]} */ listed) {
  if (number < learnt) [known, learnt] = [[[], []], 0];
  for (; learnt < number; learnt += 1) {
    for (const [k, { anew, marks }] of steps[learnt].entries()) {
      if (anew) known[k] = [];
      for (const [i, mark] of marks) known[k][i] = listed[mark];
    }
  }
}

/** Show this step. */
export function goToStep(/** @type {number} */ wanted) {
  if (!tree || !steps.length) return false;
  number = Math.min(Math.max(Math.trunc(wanted), 1), steps.length);
  const step = steps[number - 1];
  const { nodes, listed = [] } = tree.drawn;
  const [{ title, count, what }, other = { count: '', what: '' }] = step;
  // Before anything else changes, this is quick.
  show({ text: { count, what, count2: other.count, what2: other.what, 'stack-title': title,
                 'step-number': words.step(number, steps.length) }, value: { at: number } });
  learn(listed);
  for (const [k, { node, source }] of step.entries()) {
    views[k].marks = known[k];
    Object.assign(views[k].states, { current: node, source });
    views[k].draw();
    views[k].follow(node);
  }
  $('stack').replaceChildren(...step[0].stack.map((line) =>
    Object.assign(document.createElement('li'), { textContent: listed[line] })));
  for (const [i, line] of [...$('code').children].entries()) {
    line.ariaCurrent = i === step[0].line ? 'step' : null;
  }
  if (number === steps.length) pause();
  const { path } = nodes[step[0].node];
  peek(tree.root + (path && `${path},`), number);
}

/** Stop playing the steps: from now on, they are told again. */
export function pause() {
  clearInterval(player);
  player = 0;
  $('run').textContent = words.play;
  $('what').ariaLive = 'polite';
}

/** Play the steps from here, at the end from the start; or pause. */
function play() {
  if (player) return pause();
  goToStep(number === steps.length ? 1 : number);
  $('run').textContent = words.pause;
  $('what').ariaLive = 'off';
  player = window.setInterval(() => goToStep(number + 1), Number($('speed').value));
}

/** Show the steps of a tree, from the first one on, in these views. */
export function showSteps(/** @type {Tree | null} */ newTree, /** @type {View[]} */ newViews) {
  pause();
  [tree, views, steps] = [newTree, newViews, newTree?.drawn.steps ?? []];
  [number, known, learnt, $('at').max] = [1, [[], []], 0, String(steps.length)];
  $('code').replaceChildren(...(tree?.drawn.code ?? []).map((line) =>
    Object.assign(document.createElement('li'), { textContent: line })));
  goToStep(tree?.drawn.begin ?? 1);
}

$('back').onclick = () => goToStep(number - 1);
$('next').onclick = () => goToStep(number + 1);
$('run').onclick = play;
$('at').oninput = () => goToStep(Number($('at').value));
$('speed').onchange = () => { if (player) { pause(); play(); } };
Object.assign(acts, { first: () => goToStep(1), last: () => goToStep(Infinity) });
