/** What keys do. The table of keys that the page shows says so: what it lists works. */
import { $, moveFocus } from './board.js';

/** What keys do that press nothing, by names in that table. They are told where the
 * focus is, and the key; if they return false, they have done nothing.
 * @type {Record<string, (place: Element, key: string) => unknown>} */
export const acts = { move: moveFocus };

/** Press the first of these elements that can be used, if it is a button or the like;
 * or else give it the focus. A tab in front of it is opened. */
function press(/** @type {string} */ names) {
  const target = names.split(' ').map((name) => document.getElementById(name)).find((each) => {
    const tab = document.getElementById(each?.closest('[data-tab]')?.dataset.tab ?? '');
    if (tab?.checkVisibility() && !each?.closest('[hidden]')) tab.click();
    return each?.checkVisibility() && !each.matches(':disabled, [inert] *');
  });
  if (target?.matches('button, a, summary, [type=file], [type=radio]')) target.click();
  else target?.focus();
  return target !== undefined;
}

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  const isSingle = key.length === 1 && key !== ' ';
  // What is open above the page has keys for itself; letters are no part of a number; who
  // talks to a computer may not want single characters to be keys.
  const isNumber = target.matches('[type=number]') && /^[a-z]$/i.test(key);
  if (event.ctrlKey || event.altKey || event.metaKey
      || !isNumber && target.closest('input:not([type=checkbox], [type=range], [type=radio]), select')
      || isSingle && !$('single').checked || document.querySelector(':popover-open')) return;
  for (const each of document.querySelectorAll('#keys kbd')) {
    const name = each.dataset.key ?? each.textContent;
    const place = target.closest(each.closest('tbody')?.dataset.where ?? '');
    if (!place || name?.toLowerCase() !== key.toLowerCase()) continue;
    const { press: names, act = '' } = each.closest('tr')?.dataset ?? {};
    if ((names ? press(names) : acts[act](place, key)) !== false) event.preventDefault();
    return;
  }
});
