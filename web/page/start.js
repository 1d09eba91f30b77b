/** Opened as a file, the page says so: then not all browsers load modules. */
if (location.protocol === 'file:') document.addEventListener('DOMContentLoaded', () => {
  const [status, line] = document.querySelectorAll('#status, #as-file');
  status.textContent = line.textContent;
});
