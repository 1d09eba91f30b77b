// @ts-check
/** What keys do, in one place. */

/** @typedef {Record<string, (place: any) => any>} Keys */

/** @type {{selector: string, keys: Keys}[]} */
const tables = [];

/** Have keys do this where the focus is in what a selector finds. They are told
 * that; if they return false, they have done nothing. */
export function listenToKeys(/** @type {string} */ selector, /** @type {Keys} */ keys) {
  tables.push({ selector, keys });
}

document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest('input, select')) return;
  for (const { selector, keys } of tables) {
    const place = target.closest(selector);
    if (place && keys[event.key] && keys[event.key](place) !== false) {
      event.preventDefault();
      return;
    }
  }
});
