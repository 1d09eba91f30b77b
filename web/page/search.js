/** A search that can be watched, step by step, or two of them side by side. Python
 * has said all steps at once: to show one, Python is not asked. */
import { $ } from './board.js';
import { acts } from './keys.js';
import { findLine, views } from './look.js';
import { peek, record, show } from './page.js';
import { words } from './words.js';

/** The tree with the steps. @type {any} */
let drawn = { steps: [] };
/** Which step is shown; what the searches know of each position, after how many steps. */
let [number, known, learnt] = [1, /** @type {any[][]} */ ([]), 0];
let /** @type {any} */ player = null;

/** Get ready to show the steps of the searches in a tree, if it has any. */
export function setSteps(/** @type {any} */ tree) {
  pause();
  drawn = { steps: [], ...tree };
  [number, known, learnt, $('at').max] = [1, [[], []], 0, drawn.steps.length];
}

/** Return the part of the address that names the step. */
export const formatStep = () => (drawn.steps.length ? `&step=${number}` : '');

/** Learn what the searches know of the positions of the tree by this step. Where one has
 * not come near, that is nothing. */
function learn() {
  if (number < learnt) [known, learnt] = [[[], []], 0];
  for (; learnt < number; learnt += 1) {
    for (const [k, { anew, marks }] of drawn.steps[learnt].entries()) {
      if (anew) known[k] = [];
      for (const [i, mark] of marks) known[k][i] = drawn.listed[mark];
    }
  }
}

/** Show this step. */
export function goToStep(/** @type {number} */ wanted) {
  const last = drawn.steps.length;
  if (!last) return false;
  number = Math.min(Math.max(wanted, 1), last);
  const step = drawn.steps[number - 1];
  learn();
  step.forEach((/** @type {any} */ said, /** @type {number} */ k) => {
    const { node, source, count, what, title } = said;
    views[k].marks = known[k];
    Object.assign(views[k].states, { current: node, source });
    views[k].draw();
    views[k].follow(node);
    show({ text: { [`count${k ? 2 : ''}`]: count, [`what${k ? 2 : ''}`]: what,
                   'stack-title': title } });
  });
  $('stack').replaceChildren(...step[0].stack.map((/** @type {number} */ line) =>
    Object.assign(document.createElement('li'), { textContent: drawn.listed[line] })));
  if (number === last) pause();
  show({ text: { 'step-number': words.step(number, last) }, value: { at: number } });
  peek(findLine(drawn.nodes[step[0].node].path));
  record();  // Browsers may refuse this, if it is too often.
}

/** Stop playing the steps. */
function pause() {
  player = clearInterval(player);
  $('run').textContent = words.play;
}

/** Play the steps from here, at the end from the start; or pause. */
function play() {
  if (player) return pause();
  goToStep(number === drawn.steps.length ? 1 : number);
  $('run').textContent = words.pause;
  player = setInterval(() => goToStep(number + 1), $('speed').value);
}

$('back').onclick = () => goToStep(number - 1);
$('next').onclick = () => goToStep(number + 1);
$('run').onclick = play;
$('at').oninput = () => goToStep(Number($('at').value));
$('speed').onchange = () => { if (player) { pause(); play(); } };
Object.assign(acts, { first: () => goToStep(1), last: () => goToStep(Infinity) });
