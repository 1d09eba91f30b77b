// @ts-check
/** The address of the page: a link to all that is shown. Each position is a step
 * of the browser's history; what is switched on there only changes that step. */

/** What comes before the part of the address that is about the tree. */
const TREE = '&tree=';

/** The parts of the address: the game, as Python writes it, and the tree. */
const parts = { game: '', tree: '' };

/** Return the parts of the address as it is now: the tree's by their names. */
export function readAddress() {
  const [game, tree] = location.hash.split(TREE);
  const pairs = (tree === undefined ? '' : `root=${tree}`).split('&')
    .map((part) => part.split('='));
  return { game, tree: tree === undefined ? null : Object.fromEntries(pairs) };
}

/** Write the address. Only where another position is shown, Back leads here. */
function write(/** @type {boolean} */ isNew) {
  const address = parts.game + parts.tree;
  if (address === location.hash) return;
  if (isNew) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/** Have the address name this game and position. */
export function recordGame(/** @type {string} */ link, /** @type {boolean} */ replaces) {
  const bare = (/** @type {string} */ each) => each.replace(/&values=1/, '');
  const isNew = !replaces && parts.game !== '' && bare(link) !== bare(parts.game);
  parts.game = link;
  write(isNew);
}

/** Have the address name this tree, whose parts are given in this order, the
 * root first; with null, that there is none. */
export function recordTree(/** @type {Record<string, any> | null} */ tree) {
  const pairs = Object.entries(tree ?? {}).filter(([, value]) => value !== null && value !== false);
  parts.tree = tree ? TREE + pairs.map(([name, value]) =>
    `${name}=${value === true ? 1 : value}`).join('&').replace('root=', '') : '';
  write(false);
}
