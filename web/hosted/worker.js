// @ts-check
/** Python in a worker, so that the page never waits for it. */
import { loadPyodide } from './pyodide/pyodide.mjs';

const START = `
import json, signal, sys
sys.path.insert(0, '/package')
from web.answers import answer, tell_place
def answer_text(text, tell):
    def send(part):
        tell(json.dumps(part))
    signal.signal(signal.SIGALRM, lambda _, frame: tell_place(frame, send))
    return json.dumps(answer(json.loads(text), send))
answer_text`;

const SIGALRM = 14;

/** How many files are fetched, and what part of loading has come so far. */
const FILES = 4;
let come = 0;

/** Tell the page how far loading is. */
const tellStage = (/** @type {string} */ stage, /** @type {number} */ part) =>
  postMessage({ stage, part });

/** Fetch as usual, and tell how much has come: Pyodide tells nothing. */
const usual = self.fetch;
self.fetch = async (...what) => {
  const response = await usual(...what);
  response.clone().blob().then(() => tellStage('runtime', come += 0.8 / FILES));
  return response;
};

/** When Python is to say next where it is, and how often it was ready to. */
let [due, checks] = [0, 0];

/** Send Python a signal each second. Nothing reaches a worker that is busy; but
 * Python looks here for signals, very often. */
function sendSignals(/** @type {any} */ python) {
  const signals = new Uint8Array(1);
  python.setInterruptBuffer(signals);
  Object.defineProperty(python._module, 'Py_EmscriptenSignalBuffer', { get() {
    if (signals[0]) return signals;
    checks = (checks + 1) & 255;
    if (checks || performance.now() < due) return null;
    due = performance.now() + 1000;
    signals[0] = SIGALRM;
    return signals;
  } });
}

/** Load Python and the package. Return the function that answers. */
async function load() {
  tellStage('runtime', 0);
  const fetched = fetch('package.zip');
  const python = await loadPyodide(
    { indexURL: new URL('./pyodide/', import.meta.url).href });
  tellStage('package', 0.9);
  const response = await fetched;
  if (!response.ok) throw new Error('package.zip is missing');
  python.unpackArchive(await response.arrayBuffer(), 'zip',
                       { extractDir: '/package' });
  const answer = python.runPython(START);
  sendSignals(python);
  tellStage('ready', 1);
  return answer;
}

const ready = load();

self.onmessage = async ({ data }) => {
  const answer = await ready;
  due = performance.now() + 1000;
  postMessage({ ...JSON.parse(answer(data, (/** @type {string} */ part) =>
    postMessage(JSON.parse(part)))), done: true });
};
