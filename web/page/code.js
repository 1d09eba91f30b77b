/** Files of a student, and the two suites that test them. They stay in this browser, and
 * take the places of those with the same names in Python's folder. */
import { $, all } from './board.js';
import { put } from './engine.js';
import { show, tryToAsk } from './shown.js';
import { words } from './words.js';

/** The most files that are taken, and the most bytes of each. */
const [MOST, LARGEST] = [50, 500_000];
/** What has files chosen, and by which way a browser remembers them, if it has one. */
const PICKERS = /** @type {const} */ ([
  ['some', 'showOpenFilePicker'], ['folder', 'showDirectoryPicker']]);
/** Files of which the page has its own. */
const GIVEN = /(_unittest_basic|suite_support|test_all)\.py$/;

/** The texts of the files; and what they were read from, to be read again, by name: files
 * and, where the browser has such things, handles of files and folders.
 * @type {{ files: Said<string>, sources: Said<Source> }} */
let kept = { files: {}, sources: {} };

/** Return what a request to the browser's database leads to. */
const wait = (/** @type {IDBRequest} */ request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Return the shelf in that database on which the files are kept. */
async function openShelf() {
  const request = indexedDB.open('files', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('kept');
  return (await wait(request)).transaction('kept', 'readwrite').objectStore('kept');
}

/** Have these be the files of the student, and Python begin anew with them. */
async function use(/** @type {typeof kept} */ wanted) {
  kept = wanted;
  endRun();
  for (const id of ['report', 'tests', 'tests-note']) $(id).textContent = '';  // Of other files.
  const sources = Object.fromEntries(Object.entries(kept.sources).filter(
    ([_, source]) => source.kind));  // Of a file, its old text would be kept.
  // Not all browsers keep anything.
  try { await wait((await openShelf()).put({ ...kept, sources }, 'files')); } catch {}
  $('files').textContent = words.anew;
  await put?.(kept.files);
  await list();
  dispatchEvent(new Event('hashchange'));
}

/** Use the files of the last visit, before Python starts. */
export async function restore() {
  $('take').hidden = $('give').hidden = !put;
  if (!put) return;
  try { kept = await wait((await openShelf()).get('files')) ?? kept; } catch {}
  await put(kept.files);
}

/** Show which files there are, and what is wrong with them, once that is on view. */
export async function list() {
  const names = put && Object.keys(kept.files);
  show(await tryToAsk({ ask: 'files', names }, new AbortController().signal) ?? {});
}

/** Yield the files in a source. @returns {AsyncGenerator<File>} */
async function* read(/** @type {Source} */ source) {
  if (source instanceof File) return yield source;
  await source.requestPermission?.();
  for await (const each of source.values?.() ?? [source]) if (each.getFile) yield await each.getFile();
}

/** Take the Python files in sources, or say why not. Fail if one cannot be read. */
async function take(/** @type {Source[]} */ sources) {
  const found = [];
  for (const source of sources) for await (const file of read(source)) {
    if (file.name.endsWith('.py') && !GIVEN.test(file.name)) found.push(file);
  }
  const large = found.find((file) => file.size > LARGEST);
  $('files-fault').textContent = large ? words.largeFile(large.name, large.size)
    : found.length > MOST ? words.manyFiles(found.length) : found.length ? '' : words.noFiles;
  if ($('files-fault').textContent) return;
  const texts = await Promise.all(found.map(async (file) => [file.name, await file.text()]));
  await use({ files: { ...kept.files, ...Object.fromEntries(texts) }, sources: {
    ...kept.sources, ...Object.fromEntries(sources.map((each) => [each.name, each])) } });
}

/** Show the panel for files, beside a game if there is none yet. */
function openCode() {
  if (!$('cards').hidden) document.querySelector('.card')?.click();
  $('show-code').click();
}
$('give').onclick = openCode;
$('show-code').onchange = list;

for (const [id, picker] of PICKERS) {
  $(id).onclick = async (event) => {
    const pick = window[picker]?.({ multiple: true });
    if (pick) event.preventDefault();
    // Whoever closes that window chooses nothing.
    await pick?.then((chosen) => take([chosen].flat()), () => {});
  };
  $(id).onchange = async () => {
    await take([...$(id).files ?? []].filter(  // Not those in folders below.
      (file) => file.webkitRelativePath.split('/').length < 3));
    $(id).value = '';
  };
}
$('again').onclick = async () => {
  const sources = Object.values(kept.sources);
  try {
    if (sources.length) return await take(sources);
  } catch {}  // Chromium reads no changed file again, if it has no handle.
  $('some').click();
};
$('remove').onclick = () => use({ files: {}, sources: {} });
document.ondragover = (event) => { if (put) event.preventDefault(); };
document.ondrop = async (event) => {
  if (!put) return;
  event.preventDefault();
  openCode();
  // The browser forgets the files as soon as this waits.
  const dropped = await Promise.all([...event.dataTransfer?.items ?? []].map(
    (item) => item.getAsFileSystemHandle?.() ?? item.getAsFile()));
  await take(dropped.filter((each) => each !== null));  // What is no file is null.
};

/** The run that goes on. */
let run = new AbortController();

/** End it; none of its tests is running any more. */
function endRun() {
  run.abort();
  $('end').hidden = true;
  for (const each of all('.running b', $('tests'))) [each.textContent, each.ariaLabel] = ['·', 'waiting'];
}

/** Run one test alone, or with no name, both suites. */
export async function runTests(test = '') {
  endRun();
  const { signal } = run = new AbortController();
  $('end').hidden = false;
  if (!test) $('report').textContent = '';
  $('tests-note').textContent = words.starting;
  const answer = await tryToAsk({ ask: 'tests', test }, signal, show);
  if (signal === run.signal) $('end').hidden = true;
  if (answer) show(answer);
}

$('test').onclick = () => runTests();
$('end').onclick = () => { endRun(); $('tests-note').textContent = words.stopped(''); };
