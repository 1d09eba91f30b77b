/** Start the page, unless it was opened as a file: then browsers load nothing else of it. */
const isFile = location.protocol === 'file:';
const modules = ['page', 'board', 'code', 'engine', 'look', 'shown', 'tree', 'words'];
for (const name of isFile ? [] : modules) document.head.append(Object.assign(
  document.createElement('link'), { rel: 'modulepreload', href: `${name}.js` }));  // All at once.
document.addEventListener('DOMContentLoaded', () => {
  if (!isFile) return import('./page.js');
  const [status, line] = document.querySelectorAll('#status, #as-file');
  status.textContent = line.textContent;
});
