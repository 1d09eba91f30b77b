// @ts-check
/** The tree on the page: what is asked about it, and where the game is in it. */
import { $ } from './board.js';
import { formatStep, goToStep, listenToSteps, setSteps } from './search.js';
import { TreeView } from './tree.js';

/** The tree that is shown, as Python has answered, and the position on the board.
 * @type {any} */
let [tree, at] = [null, null];
/** What the page does for the tree. @type {any} */
let page = null;
/** The tree, and the one beside it. @type {TreeView[]} */
let views = [];

/** Return the path of the position on the board below the tree's root. */
const findHere = () => (tree && at.path.startsWith(tree.root)
  ? at.path.slice(tree.root.length, -1) : null);

/** Return the part of the address that names the tree. */
export const formatTree = () => (tree ? `&${tree.tree}${formatStep()}` : '');

/** Draw the tree that this link names; more says what changes in it. What stays
 * in its place is the position with the path of anchor. */
async function draw(/** @type {string} */ link, more = {}, anchor = null) {
  const isSearch = link.includes('search=');
  const answer = await page.think(isSearch ? 'search' : 'tree', { tree: link, ...more });
  if (!answer) return;
  if (tree?.root !== answer.root) for (const view of views) view.boards.clear();
  tree = answer;
  setSteps(tree.drawn);
  for (const view of views) {
    if (!view.box.checkVisibility()) continue;
    view.show(tree.drawn, anchor);
    if (anchor === null) view.setZoom(Math.max(Math.min(view.findFit(), 1), isSearch ? 0.5 : 0));
  }
  showZoom();
  showHere();
  goToStep(1);
}

/** Draw the tree with one more position unfolded or folded, or with all on the
 * way to one unfolded. */
const change = (/** @type {any} */ more, /** @type {any} */ anchor) =>
  draw(tree.tree, { ...more, unfolded: tree.drawn.unfolded }, anchor);

/** Have the slider show the zoom. */
function showZoom() { $('zoom').value = 100 * Math.log10(views[0].zoom); }

/** Mark the position on the board. */
function showHere() {
  for (const view of views) {
    view.states.here = view.find(findHere());
    view.draw();
  }
  page.record();
}

/** Show no tree any more. */
function close() {
  tree = null;
  setSteps(null);
  $('view').hidden = $('walk').hidden = true;
  page.record();
}

/** Have the tree go to the position on the board, if it is of that game. */
export async function goToPosition(/** @type {any} */ position) {
  at = position;
  const here = findHere();
  if (!tree) return;
  if (here === null) return close();
  if (!views[0].marks && views[0].find(here) < 0) await change({ toward: at.path }, '');
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

/** Listen to this part of the page.
 * @param {any} asks how to think, ask, open, peek, show and record */
export function listenToLook(asks) {
  page = asks;
  const line = (/** @type {string} */ path) => tree.root + (path && `${path},`);
  views = ['tree', 'tree2'].map((id) => new TreeView($(id), {
    open: (path) => page.open(line(path)),
    fold: (path) => change({ toggle: path }, path),
    ask: async (paths) => tree && page.ask('boards', { tree: tree.tree, paths }) }));
  listenToSteps(views, (said, path) => {
    page.show(said);
    if (path === undefined) return;
    page.record();
    page.peek(line(path));
  });
  $('tree-form').addEventListener('submit', (/** @type {any} */ event) => {
    event.preventDefault();
    const parts = new FormData($('tree-form'));
    parts.delete(event.submitter?.id === 'follow' ? 'merge' : 'search');
    draw(`tree=${at.request.place}&${new URLSearchParams(/** @type {any} */ (parts))}`);
  });
  const zoom = (/** @type {(view: TreeView) => number} */ find) => {
    for (const view of views) if (view.box.checkVisibility()) view.setZoom(find(view));
    showZoom();
  };
  $('zoom').addEventListener('input', () => zoom(() => 10 ** ($('zoom').value / 100)));
  $('fit').addEventListener('click', () => zoom((view) => view.findFit()));
}
