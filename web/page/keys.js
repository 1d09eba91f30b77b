/** What keys do. The table of keys that the page shows says so: what it lists works. */

/** What keys do that press nothing, by names in that table. They are told where the
 * focus is, and the key; if they return false, they have done nothing.
 * @type {Record<string, (place: Element, key: string) => unknown>} */
export const acts = {};

/** How the table writes keys, if not by their names. */
const SIGNS = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓',
                Escape: 'Esc', ' ': 'Space' };

/** Press the first of these elements that can be seen, if it is a button or the like;
 * or else give it the focus. */
function press(/** @type {string} */ names) {
  const target = names.split(' ').map((name) => document.getElementById(name))
    .find((each) => each?.checkVisibility() && !each.matches(':disabled, [inert] *'));
  if (target?.matches('button, a, summary, [type=file]')) target.click();
  else target?.focus();
  return target !== undefined;
}

document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey
      || target.closest('input:not([type=checkbox], [type=range]), select')) return;
  const sign = (SIGNS[/** @type {'Escape'} */ (event.key)] ?? event.key).toLowerCase();
  for (const key of document.querySelectorAll('#keys kbd')) {
    const [row, part] = ['tr', 'tbody'].map((name) =>
      /** @type {HTMLElement} */ (key.closest(name)).dataset);
    const place = key.textContent?.toLowerCase() === sign && target.closest(part.where ?? '');
    if (!place) continue;
    const { press: names, act = '' } = row;
    if ((names ? press(names) : acts[act](place, event.key)) !== false) event.preventDefault();
    return;
  }
});
