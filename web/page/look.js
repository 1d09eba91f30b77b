/** The tree on the page: what is asked about it, and where the game is in it. */
import { $ } from './board.js';
import { acts } from './keys.js';
import { showSteps } from './search.js';
import { goTo, listeners, pass, record, shown, think } from './shown.js';
import { TreeView } from './tree.js';
import { askQuickly } from './work.js';

/** The tree that Python has answered. @type {Tree | null} */
let tree = null;

/** Return the moves that lead to the position with this path in the tree. */
const findLine = (/** @type {string} */ path) => tree?.root + (path && `${path},`);

/** The tree, and the one beside it. */
const views = ['tree', 'tree2'].map((id) => new TreeView($(id), {
  open: (/** @type {string} */ path) => pass('line', { line: findLine(path), paused: true }),
  fold: (/** @type {string} */ path) => draw(shown.tree, { toggle: path }, path),
  ask: async (/** @type {string[]} */ paths) =>
    tree && askQuickly({ ...shown.game.request, ask: 'boards', tree: tree.tree, paths }),
  zoom: (/** @type {number} */ zoom) => views.forEach((view) => view.setZoom(zoom)),
}));

/** Return the path of the game's position below the tree's root. */
const findHere = () => (tree && shown.game.path.startsWith(tree.root)
  ? shown.game.path.slice(tree.root.length, -1) : null);

/** Draw the tree that this link names; more says what changes in it. What stays
 * in its place is the position with the path of anchor. */
async function draw(/** @type {string} */ link, more = {},
                    /** @type {string | null} */ anchor = null) {
  $('show-look').checked = true;
  // Programs wait while a tree is on view.
  if (shown.game.next === 'choose') await goTo(Number(shown.game.request.place));
  const answer = /** @type {Tree | null} */ (
    await think(link.includes('search=') ? 'search' : 'tree',
                { tree: link, unfolded: tree?.drawn.unfolded, ...more }));
  if (!answer) return;
  if (tree?.root !== answer.root) for (const view of views) view.boards.clear();
  tree = answer;
  shown.tree = answer.tree;
  for (const view of views) view.show(tree.drawn, anchor, findHere());
  record();
  showSteps(tree, views);
  if (!tree.drawn.steps && shown.board.next === 'values') think('values');
}

/** Show no tree any more. */
function close() {
  [tree, shown.tree] = [null, ''];
  showSteps(null, []);
  $('view').hidden = $('walk').hidden = true;
  for (const view of views) view.show({ nodes: [], parts: [], sides: {}, size: [1, 1] }, null, null);
  record();
}

/** Show the tree that an address names, if it names any. */
export async function openTree(/** @type {string} */ link) {
  if (!link) return tree && close();
  if (shown.tree !== link) await draw(link);
}

// The tree goes where the game goes, if it is of that game.
listeners.position = async () => {
  const here = findHere();
  if (here === null) return tree && close();
  if (!views[0].marks && views[0].find(here) < 0) {
    await draw(shown.tree, { toward: shown.game.path }, '');
  }
  for (const view of views) {
    view.states.here = view.find(here);
    view.draw();
  }
  record();
  views[0].follow(views[0].states.here);
};
$('tree-form').onsubmit = ({ submitter }) => {
  const parts = new FormData($('tree-form'));
  const unused = submitter?.id === 'follow' ? ['merge'] : ['search', 'memory', 'order', 'known'];
  for (const name of unused) parts.delete(name);
  const texts = [...parts].map(([name, text]) => [name, String(text)]);
  draw(`tree=${shown.game.request.place}&${new URLSearchParams(texts)}`);
  return false;
};
$('zoom').oninput = () =>
  views.forEach((view) => view.setZoom(10 ** (Number($('zoom').value) / 100)));
$('fit').onclick = () => views.forEach((view) => view.fit(true));
window.onbeforeprint = () => views.forEach((view) => view.fit(true));  // All is drawn then.
acts.tree = (place, key) => views.find(({ box }) => box.contains(place))?.press(key);
