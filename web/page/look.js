// @ts-check
/** The tree on the page: what is asked about it, and where the game is in it. */
import { $ } from './board.js';
import { recordTree } from './history.js';
import { listenToSteps, pause, resetSteps, showRuns, step } from './search.js';
import { TreeView } from './tree.js';

/** What the tree is of (see web/positions.py), what was asked about it, and the
 * position on the board. @type {any} */
let [base, wish, at] = [null, null, null];
/** How to ask Python. @type {any} */
let page = null;
/** The tree, and the one beside it. @type {TreeView[]} */
let views = [];
let busy = false;

/** Return the path of the position on the board below the tree's root. */
function findHere() {
  const { game, path } = at;
  if (!base || game !== base.game) return null;
  if (path === base.path) return '';
  const start = base.path && `${base.path},`;
  return path.startsWith(start) ? path.slice(start.length) : null;
}

/** Have the address say what tree is shown. */
function record() {
  recordTree(wish && { root: base.place, ...wish, step: wish.search ? step.number : null,
                       unfolded: wish.unfolded?.join(';') ?? null });
}

/** Forget the tree. */
function reset() {
  [base, wish] = [null, null];
  resetSteps();
  $('view').hidden = $('walk').hidden = true;
  record();
}

/** Draw the tree that is wanted, of this position. */
async function draw(/** @type {any} */ wanted, /** @type {any} */ root,
                    /** @type {string | null} */ anchor = null) {
  if (busy) return false;
  busy = true;
  $('look-note').textContent = '';
  pause();
  const { answer, why } = await page.think(wanted.search ? 'search' : 'tree',
                                           { ...wanted, ...root.request, place: root.place });
  busy = false;
  $('look-note').textContent = answer ? answer.note : why;
  if (!answer) return false;
  const isSame = base && base.game === root.game && base.path === root.path;
  [base, wish] = [root, wanted];
  if (!answer.runs) resetSteps();
  $('view').hidden = false;
  $('walk').hidden = $('steps').hidden = !wanted.search;
  $('second').hidden = answer.runs?.length !== 2;
  for (const each of $('look').querySelectorAll('[data-text]')) {
    each.textContent = answer[each.dataset.text] ?? '';
  }
  if (!isSame) for (const view of views) view.boards.clear();
  const fits = (/** @type {TreeView} */ view) => Math.min(view.findFit(), 1);
  for (const [i, view] of views.entries()) {
    if (i && $('second').hidden) continue;
    view.marks = wanted.search ? [] : null;
    view.show(answer, anchor);
    if (anchor === null) view.setZoom(wanted.search ? Math.max(fits(view), 0.5) : fits(view));
    if (anchor === null && wanted.search) view.follow(0);
  }
  showRuns(answer, views);
  showZoom();
  showHere();
  return true;
}

/** Have the slider show the zoom. */
function showZoom() { $('zoom').value = 100 * Math.log10(views[0].zoom); }

/** Mark the position on the board. */
function showHere() {
  const here = findHere();
  for (const view of views) {
    view.here = here === null ? -1 : view.find(here);
    view.draw();
  }
  record();
}

/** Have the tree go to the position on the board, if it is of that game. */
export async function goToPosition(/** @type {any} */ position) {
  at = position;
  const here = findHere();
  if (base && here === null) return reset();
  if (!base) return;
  if (!wish.search && views[0].find(here ?? '') < 0) {
    const moves = (here ?? '').split(',');
    const way = moves.map((/** @type {string} */ _, /** @type {number} */ i) => moves.slice(0, i).join(','));
    await draw({ ...wish, unfolded: [...new Set([...views[0].data.unfolded, ...way])] }, base, '');
  }
  showHere();
  if (!$('view').hidden && views[0].here >= 0) views[0].follow(views[0].here);
}

/** Show the tree that an address names, whose parts have these names. */
export async function openTree(/** @type {any} */ parts) {
  if (!parts) return base && reset();
  const place = Number(parts.root) || 0;
  const wanted = { plies: Number(parts.plies) || null, merge: parts.merge === '1',
                   search: parts.search ?? null,
                   unfolded: parts.unfolded?.split(';') ?? null };
  const path = at.path.split(',').slice(0, place).join(',');
  const isShown = base && wish.search && base.path === path && wish.search === wanted.search
    && wish.plies === wanted.plies;
  $('look').open = true;
  $('plies').value = wanted.plies ?? '';
  $('merge').checked = wanted.merge;
  if (wanted.search) $('search').value = wanted.search;
  if (isShown || await draw(wanted, { ...at, path, place })) {
    if (wanted.search) step.go(Number(parts.step) || 1);
  }
}

/** Listen to this part of the page.
 * @param {any} asks how to ask Python: what takes long, boards, and positions */
export function listenToLook(asks) {
  page = asks;
  const acts = {
    open: (/** @type {string} */ node) => page.open({ ...base.request, place: base.place, node }),
    fold: (/** @type {string} */ path, /** @type {boolean} */ opens) => {
      const others = views[0].data.unfolded.filter((/** @type {string} */ each) => each !== path);
      draw({ ...wish, unfolded: opens ? [...others, path] : others }, base, path);
    },
    ask: (/** @type {string[]} */ unfolded) =>
      page.boards({ ...base.request, place: base.place, unfolded }) };
  views = ['tree', 'tree2'].map((id) => new TreeView($(id), acts));
  listenToSteps(views, (/** @type {string} */ node) => {
    record();
    page.peek({ ...base.request, place: base.place, node });
  });
  $('tree-form').addEventListener('submit', (/** @type {any} */ event) => {
    event.preventDefault();
    const search = event.submitter?.id === 'follow' ? $('search').value : null;
    draw({ plies: Number($('plies').value) || null, search,
           merge: !search && $('merge').checked, unfolded: null }, at);
  });
  const zoom = (/** @type {(view: TreeView) => number} */ find) => {
    for (const view of views) if (view.data) view.setZoom(find(view));
    showZoom();
  };
  $('zoom').addEventListener('input', () => zoom(() => 10 ** ($('zoom').value / 100)));
  $('fit').addEventListener('click', () => zoom((view) => view.findFit()));
}
