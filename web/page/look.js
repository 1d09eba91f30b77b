/** The tree on the page: what is asked about it, and where the game is in it. */
import { $ } from './board.js';
import { acts } from './keys.js';
import { pass, record, shown, think } from './page.js';
import { formatStep, goToStep, setSteps } from './search.js';
import { TreeView } from './tree.js';
import { askQuickly } from './work.js';

/** The tree that Python has answered, and the position on the board. @type {any} */
let [tree, at] = [null, null];

/** Return the moves that lead to the position with this path in the tree. */
export const findLine = (/** @type {string} */ path) => tree.root + (path && `${path},`);

/** The tree, and the one beside it. */
export const views = ['tree', 'tree2'].map((id) => new TreeView($(id), {
  open: (/** @type {string} */ path) => pass('line', { line: findLine(path), paused: true }),
  fold: (/** @type {string} */ path) => draw(tree.tree, { toggle: path }, path),
  ask: async (/** @type {string[]} */ paths) =>
    tree && askQuickly({ ...shown.request, ask: 'boards', tree: tree.tree, paths }),
}));

/** Return the path of the position on the board below the tree's root. */
const findHere = () => (tree && at.path.startsWith(tree.root)
  ? at.path.slice(tree.root.length, -1) : null);

/** Return the part of the address that names the tree. */
export const formatTree = () => (tree ? `&${tree.tree}${formatStep()}` : '');

/** Draw the tree that this link names; more says what changes in it. What stays
 * in its place is the position with the path of anchor. */
async function draw(/** @type {string} */ link, more = {}, /** @type {any} */ anchor = null) {
  const answer = await think(link.includes('search=') ? 'search' : 'tree',
                             { tree: link, unfolded: tree?.drawn.unfolded, ...more });
  if (!answer) return;
  if (tree?.root !== answer.root) for (const view of views) view.boards.clear();
  tree = answer;
  setSteps(tree.drawn);
  for (const view of views) view.show(tree.drawn, anchor);
  showHere();
  goToStep(1);
}

/** Mark the position on the board. */
function showHere() {
  for (const view of views) {
    view.states.here = view.find(findHere());
    view.draw();
  }
  record();
}

/** Show no tree any more. */
function close() {
  tree = null;
  setSteps(null);
  $('view').hidden = $('walk').hidden = true;
  for (const view of views) view.show({ nodes: [], parts: [], sides: {}, size: [1, 1] }, null);
  record();
}

/** Have the tree go to the position on the board, if it is of that game. */
export async function goToPosition(/** @type {any} */ position) {
  at = position;
  const here = findHere();
  if (here === null) return tree && close();
  if (!views[0].marks && views[0].find(here) < 0) await draw(tree.tree, { toward: at.path }, '');
  showHere();
  views[0].follow(views[0].states.here);
}

/** Show the tree, and the step of a search, that an address names. */
export async function openTree(/** @type {string} */ named) {
  const [link, step] = named.split('&step=');
  if (!link) return tree && close();
  $('look').open = true;
  if (tree?.tree !== link) await draw(link);
  goToStep(Number(step) || 1);
}

$('tree-form').onsubmit = (/** @type {any} */ { submitter }) => {
  const parts = new FormData($('tree-form'));
  parts.delete(submitter?.id === 'follow' ? 'merge' : 'search');
  draw(`tree=${at.request.place}&${new URLSearchParams(/** @type {any} */ (parts))}`);
  return false;
};
$('zoom').oninput = () => views.forEach((view) => view.setZoom(10 ** ($('zoom').value / 100)));
$('fit').onclick = () => views.forEach((view) => view.fit(true));
window.onbeforeprint = () => views.forEach((view) => view.fit(true));  // All is drawn then.
acts.tree = (place, key) => views.find(({ box }) => box.contains(place))?.press(key);
