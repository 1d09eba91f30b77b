// @ts-check
/** A search that can be watched, step by step, or two of them side by side. Python
 * has said all steps at once: to show one, nobody is asked. */
import { $ } from './board.js';
import { words } from './words.js';

/** @typedef {import('./tree.js').TreeView} TreeView */

/** What was searched, the trees that show it, and who is told of a step.
 * @type {any} */
let [runs, views, tell] = [[], [], null];
/** @type {any} */
let player = null;

/** The step that is shown. */
export const step = { number: 1, last: 1, go };

/** Forget the searches. */
export function resetSteps() {
  pause();
  runs = [];
  for (const id of ['count', 'what', 'notes']) $(id).textContent = '';
}

/** Get ready to show the steps of these searches, if there are any, in trees. */
export function showRuns(/** @type {any} */ answer, /** @type {TreeView[]} */ trees) {
  runs = answer.runs ?? [];
  step.number = 1;
  step.last = Math.max(1, ...runs.map((/** @type {any} */ { steps }) => steps.length));
  for (const { steps } of runs) {
    steps.reduce((/** @type {string[]} */ before, /** @type {any} */ each) =>
      (each.stack = [...before.slice(0, each.same), ...each.stack]), []);
  }
  $('at').max = step.last;
  trees.forEach((tree, i) => {
    [tree.current, tree.source] = [-1, -1];
    tree.marks = runs[i] ? collect(answer, runs[i].steps, 1) : null;
  });
  $('visits').replaceChildren(...(answer.visits ?? []).map((/** @type {string[]} */ pair) => {
    const row = document.createElement('tr');
    row.append(...pair.map((text) => Object.assign(document.createElement('td'),
                                                   { textContent: text })));
    return row;
  }));
  $('steps').dataset.runs = runs.length;
  runs.forEach(describe);
}

/** Return what is known of the positions of the tree after this many steps. Where
 * the search has not come near, that is nothing. */
function collect(/** @type {any} */ tree, /** @type {any[]} */ steps,
                 /** @type {number} */ number) {
  let /** @type {any[]} */ marks = [];
  const below = (/** @type {number} */ i) => tree.below[i];
  for (const each of steps.slice(0, number)) {
    if (each.node === 0 && each.kind === 'open') marks = [];
    marks[each.node] = each;
    if (each.kind === 'open') {
      for (const i of below(each.node)) marks[i] ??= { kind: 'unknown', notes: [], winner: '' };
    }
    for (const kind of ['cut', 'skipped']) {
      for (const i of each[kind] ?? []) {
        marks[i] = { kind, notes: [words.kinds[/** @type {'cut'} */ (kind)]], winner: '' };
      }
    }
  }
  return marks;
}

/** Say what the step of a search is, and how far that has come. */
function describe(/** @type {any} */ { title, steps, notes }, /** @type {number} */ i) {
  const each = steps[Math.min(step.number, steps.length) - 1];
  const end = i ? '2' : '';
  const count = (/** @type {any[]} */ some) => some.filter(({ kind }) => kind === 'open').length;
  $(`count${end}`).textContent = `${title}: ${words.visited(
    count(steps.slice(0, step.number)), count(steps))}`;
  $(`what${end}`).textContent = each.what;
  $(`notes${end}`).textContent = notes;
  if (i) return;
  $('stack-title').textContent = each.heading;
  $('stack').replaceChildren(...each.stack.map((/** @type {string} */ line) =>
    Object.assign(document.createElement('li'), { textContent: line })));
  $('step-number').textContent = words.step(step.number, step.last);
  [$('at').value, $('back').disabled, $('next').disabled] =
    [step.number, step.number === 1, step.number === step.last];
}

/** Show this step. */
function go(/** @type {number} */ number) {
  if (!runs.length) return;
  step.number = Math.min(Math.max(number, 1), step.last);
  runs.forEach((/** @type {any} */ run, /** @type {number} */ i) => {
    const [view, each] = [views[i], run.steps[Math.min(step.number, run.steps.length) - 1]];
    view.marks = collect(view.data, run.steps, step.number);
    [view.current, view.source] = [each.node, each.source ?? -1];
    describe(run, i);
    view.draw();
    view.follow(each.node);
  });
  if (step.number === step.last) pause();
  tell(views[0].data.nodes[views[0].current].path);
}

/** Stop playing the steps. */
export function pause() {
  player = clearInterval(player);
  $('run').textContent = words.play;
}

/** Play the steps from here, at the end from the start; or pause. */
function play() {
  if (player) return pause();
  if (step.number === step.last) go(1);
  $('run').textContent = words.pause;
  player = setInterval(() => go(step.number + 1), Number($('speed').value));
}

/** What keys do while a search is shown, unless one types or is elsewhere. */
const keys = { b: () => go(step.number - 1), n: () => go(step.number + 1), p: play,
               ArrowLeft: () => go(step.number - 1), ArrowRight: () => go(step.number + 1),
               Home: () => go(1), End: () => go(step.last) };

/** Listen to what is for the steps. Tell the path of the position of each. */
export function listenToSteps(/** @type {TreeView[]} */ trees,
                              /** @type {(path: string) => void} */ listener) {
  [views, tell] = [trees, listener];
  $('back').onclick = keys.b;
  $('next').onclick = keys.n;
  $('run').onclick = play;
  $('at').oninput = () => go(Number($('at').value));
  $('speed').onchange = () => { if (player) { pause(); play(); } };
  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const act = keys[/** @type {'p'} */ (event.key)];
    if (!act || !runs.length || event.ctrlKey || event.altKey || event.metaKey
        || target.closest('input, select')
        || event.key.length > 1 && !target.closest('body:focus, #walk, #steps')) return;
    event.preventDefault();
    act();
  });
}
