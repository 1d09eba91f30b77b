/** Start the page, unless it was opened as a file: then browsers load nothing else of it. */
if (location.protocol === 'file:') {
  const [status, line] = document.querySelectorAll('#status, #as-file');
  status.textContent = line.textContent;
} else {
  import('./page.js');
}
