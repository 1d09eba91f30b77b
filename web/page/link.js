// @ts-check
/** Links: #game=h&size=3&moves=A,G,D holds a whole game. */

const NAMES = ['game', 'size', 'first', 'p1', 'p2'];

/** Return the game that the address of the page describes. */
export function readLink() {
  const found = new URLSearchParams(location.hash.slice(1));
  /** @type {Record<string, any>} */
  const game = {};
  for (const name of NAMES) {
    const value = found.get(name);
    if (value !== null) game[name] = value;
  }
  const moves = found.get('moves');
  if (moves) game.moves = moves.split(',');
  return game;
}

/** Put a game into the address of the page. */
export function writeLink(/** @type {Record<string, any>} */ game) {
  const parts = NAMES.map((name) => [name, game[name]])
    .filter(([name, value]) => value && !(name === 'first' && value === '1') &&
            !(name.startsWith('p') && value === 'i'))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (game.moves.length) {
    parts.push(`moves=${game.moves.map(encodeURIComponent).join(',')}`);
  }
  history.replaceState(null, '', `#${parts.join('&')}`);
}
