/** The tree on the page, where the game is in it, and the steps of searches in it, one or
 * two side by side. Python has said all steps at once: to show one, Python is asked for
 * its board only. */
import { $, acts } from './board.js';
import { askQuickly, goTo, pass, peek, record, show, shown, think } from './shown.js';
import { TreeView } from './tree.js';
import { words } from './words.js';

/** The steps of the tree, if it has any. @type {Step[][]} */
let steps = [];
/** Which step is shown, and the timer that plays them. */
let [number, player] = [1, 0];

/** Return the moves that lead to the position with this path in the tree. */
const findLine = (/** @type {string} */ path) => shown.tree?.root + (path && `${path},`);

/** The tree, and the one beside it. @type {TreeView[]} */
const views = ['tree', 'tree2'].map((id) => new TreeView($(id), {
  open: (path) => pass('line', { line: findLine(path), paused: true }),
  fold: (path) => draw(shown.tree?.tree ?? '', { toggle: path }, path),
  ask: (paths) =>
    askQuickly({ ...shown.game.request, ask: 'boards', tree: shown.tree?.tree, paths }),
  zoom: (zoom) => views.forEach((view) => view.setZoom(zoom)),
  findFit: () => Math.min(...views.map((view) => view.measureFit())),
  refit: () => views.forEach((view) => view.refit()),
}));

/** Return the path of the game's position below the tree's root. */
const findHere = () => (shown.tree && shown.game.path.startsWith(shown.tree.root)
  ? shown.game.path.slice(shown.tree.root.length, -1) : null);

/** Draw the tree that this link names; more says what changes in it. What stays
 * in its place is the position with the path of anchor.
 * @type {Draw} */
const draw = async (link, more = {}, anchor = null) => {
  $('show-look').checked = true;
  // Programs wait while a tree is on view.
  if (shown.game.next === 'choose') await goTo(Number(shown.game.request.place));
  const answer = /** @type {Tree | null} */ (
    await think(link.includes('search=') ? 'search' : 'tree',
                { tree: link, unfolded: shown.tree?.drawn.unfolded, ...more }));
  if (!answer) return;
  // From another root, the same paths lead elsewhere.
  if (shown.tree?.root !== answer.root) for (const view of views) view.boards = new Map();
  shown.tree = answer;
  for (const view of views) view.show(answer.drawn, anchor, findHere());
  if (shown.step && !answer.drawn.steps) await pass('position');  // It was of another tree.
  record();
  beginSteps();
  if (!answer.drawn.steps && shown.board.next === 'values') think('values');
};

/** Show no tree any more. */
function close() {
  shown.tree = null;
  beginSteps();
  $('view').hidden = $('walk').hidden = true;
  record();
}

/** Show the tree that an address names, if it names any. */
export async function openTree(/** @type {string} */ link) {
  if (link !== (shown.tree?.tree ?? '')) await (link ? draw(link) : close());
}

/** Show this step. */
export function goToStep(/** @type {number} */ wanted) {
  if (!shown.tree || !steps.length) return false;
  number = Math.min(Math.max(Math.trunc(wanted), 1), steps.length);
  const step = steps[number - 1];
  const { nodes, listed = [] } = shown.tree.drawn;
  const [{ title, count, what, stack, line, node }, other = { count: '', what: '' }] = step;
  // Before anything else changes, this is quick.
  show({ text: { count, what, count2: other.count, what2: other.what, 'stack-title': title,
                 'step-number': words.step(number, steps.length) }, value: { at: number } });
  for (const [k, { node: current, source }] of step.entries()) {
    views[k].marks = learn(k, listed);
    Object.assign(views[k].states, { current, source });
    views[k].draw();
    views[k].follow(current);
  }
  list('stack', stack.map((i) => listed[i]));
  [...$('code').children].forEach((each, i) => { each.ariaCurrent = i === line ? 'step' : null; });
  if (number === steps.length) pause();
  peek(findLine(nodes[node].path), number);
}

/** Return what a search knows of the positions of the tree by this step. Where it has not
 * come near, that is nothing. */
function learn(/** @type {number} */ k, /** @type {Knowledge[]} */ listed) {
  const /** @type {Knowledge[]} */ known = [];
  for (const { [k]: { marks } } of steps.slice(0, number)) {
    for (const [i, mark] of marks) known[i] = listed[mark];
  }
  return known;
}

/** Have a list of the page hold these lines. */
const list = (/** @type {string} */ id, /** @type {string[]} */ lines) =>
  $(id).replaceChildren(...lines.map((line) =>
    Object.assign(document.createElement('li'), { textContent: line })));

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

/** Show the steps of the tree, from the first one on. */
function beginSteps() {
  pause();
  const { steps: all = [], code = [], begin = 1 } = shown.tree?.drawn ?? {};
  [steps, number, $('at').max] = [all, 1, String(all.length)];
  // Programs wait while steps are on view: the speed is that of either.
  $(steps.length ? 'walk' : 'programs').append($('pace'));
  list('code', code);
  goToStep(begin);
}

// The tree goes where the game goes, if it is of that game.
shown.follow = async () => {
  const here = findHere();
  if (here === null) return shown.tree && close();
  if (!views[0].marks && views[0].find(here) < 0) {
    await draw(shown.tree?.tree ?? '', { toward: shown.game.path }, '');
  }
  for (const view of views) {
    view.states.here = view.find(here);
    view.draw();
  }
  views[0].follow(views[0].states.here);
};
$('tree-form').onsubmit = ({ submitter }) => {
  const parts = new FormData($('tree-form'));
  if (submitter?.id !== 'follow') parts.delete('search');
  draw(`tree=${shown.game.request.place}&${new URLSearchParams([...parts])}`);
  return false;
};
$('zoom').oninput = () => views[0].acts.zoom(10 ** (Number($('zoom').value) / 100));
// On paper, all is drawn.
$('fit').onclick = window.onbeforeprint = () => views.forEach((view) => view.fit(true));
acts.tree = (place, key) => views.find(({ box }) => box.contains(place))?.press(key);
$('back').onclick = () => goToStep(number - 1);
$('next').onclick = () => goToStep(number + 1);
$('run').onclick = play;
$('at').oninput = () => goToStep(Number($('at').value));
$('speed').onchange = () => { if (player) { pause(); play(); } };
Object.assign(acts, { first: () => goToStep(1), last: () => goToStep(Infinity) });
