/** Start the page, unless it was opened as a file: then browsers load nothing else of it. */
if (location.protocol === 'file:') {
  const [status] = document.querySelectorAll('#status');
  status.textContent = 'This page has to come from a web server: opened as a file, it cannot'
    + ' load Python. In its folder, type "python3 -m http.server", and open'
    + ' http://127.0.0.1:8000/.';
} else {
  import('./page.js');
}
