/** What keys do. The table of keys that the page shows says so: what it lists works. */

/** What keys do that press nothing, by names in that table. They are told where the
 * focus is, and the key; if they return false, they have done nothing.
 * @type {Record<string, (place: Element, key: string) => unknown>} */
export const acts = {};

/** How the table writes keys, if not by their names. */
const SIGNS = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓',
                Escape: 'Esc', ' ': 'Space' };

/** Press the first of these elements that can be used, if it is a button or the like;
 * or else give it the focus. A tab in front of it is opened. */
function press(/** @type {string} */ names) {
  const target = names.split(' ').map((name) => document.getElementById(name)).find((each) => {
    const panel = /** @type {HTMLElement | null | undefined} */ (each?.closest('[data-tab]'));
    const tab = document.getElementById(panel?.dataset.tab ?? '');
    if (tab?.checkVisibility() && !each?.closest('[hidden]')) tab.click();
    return each?.checkVisibility() && !each.matches(':disabled, [inert] *');
  });
  if (target?.matches('button, a, summary, [type=file], [type=radio]')) target.click();
  else target?.focus();
  return target !== undefined;
}

/** Whether single characters are keys: who talks to a computer may not want that. */
const single = /** @type {HTMLInputElement} */ (document.getElementById('single'));
// Not all browsers remember anything.
try { single.checked = localStorage.single !== 'off'; } catch {}
single.onchange = () => { localStorage.single = single.checked ? 'on' : 'off'; };

document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const isSingle = event.key.length === 1 && event.key !== ' ';
  // What is open above the page has keys for itself; letters are no part of a number.
  const isNumber = target.matches('[type=number]') && /^[a-z]$/i.test(event.key);
  if (event.ctrlKey || event.altKey || event.metaKey
      || !isNumber && target.closest('input:not([type=checkbox], [type=range], [type=radio]), select')
      || isSingle && !single.checked
      || document.querySelector(':popover-open')) return;
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
