/** Start the page, unless it was opened as a file: then browsers load nothing else of it. */
if (location.protocol === 'file:') {
  const [status, line] = document.querySelectorAll('#status, #as-file');
  status.textContent = line.textContent;
} else {
  // At the same time: as some import others, they would come one after the other.
  for (const name of ['shown', 'look', 'tree', 'board', 'keys', 'code', 'engine', 'words', 'page'])
    import(`./${name}.js`);
}
