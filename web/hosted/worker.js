// @ts-check
/** Python in a worker, so that the page never waits for it. */
import { loadPyodide } from './pyodide/pyodide.js';

const START = `
import json, signal, sys
sys.path.insert(0, '/package')
from interface.words import describe_error
from web import suites
try:
    from web.answers import answer, tell_place
except BaseException as error:  # In a student's file.
    wrong = {'error': describe_error(error)}
    answer, tell_place = lambda *_: wrong, lambda *_: None
def answer_text(text, tell):
    send = lambda part: tell(json.dumps(part))
    signal.signal(signal.SIGALRM, lambda _, frame: tell_place(frame, send))
    request = json.loads(text)
    asked = suites.answer if request['ask'] in suites.ASKED else answer
    return json.dumps(asked(request, send))
answer_text`;

/** The files of a student: they come first, before any question. */
const given = new Promise((resolve) => {
  self.onmessage = ({ data }) => resolve(data.files);
});

/** What part of loading has come so far: there are four files. */
let come = 0;

/** Fetch as usual, and tell how much has come: Pyodide tells nothing. */
const usual = self.fetch;
self.fetch = async (...what) => {
  const response = await usual(...what);
  response.clone().blob().then(() => postMessage({ stage: 'runtime', part: come += 0.2 }));
  return response;
};

/** When Python is to say next where it is, and how often it was ready to. */
let [due, checks] = [0, 0];

/** Send Python a signal each second. Nothing reaches a worker that is busy; but
 * Python looks here for signals, very often. */
function sendSignals() {
  const signals = new Uint8Array(1);
  python.setInterruptBuffer(signals);
  Object.defineProperty(python._module, 'Py_EmscriptenSignalBuffer', { get() {
    checks = (checks + 1) & 255;
    if (!signals[0] && !checks && performance.now() >= due) {
      due = performance.now() + 1000;
      signals[0] = 14;  // SIGALRM
    }
    return signals[0] ? signals : null;
  } });
}

postMessage({ stage: 'runtime', part: 0 });
const fetched = fetch('package.zip');
const python = await loadPyodide({ indexURL: new URL('./pyodide/', import.meta.url).href });
postMessage({ stage: 'package', part: 0.9 });
const response = await fetched;
if (!response.ok) throw new Error('package.zip is missing');
python.unpackArchive(await response.arrayBuffer(), 'zip', { extractDir: '/package' });
for (const [name, text] of Object.entries(await given)) {
  python.FS.writeFile(`/package/${name}`, text);
}
const answer = python.runPython(START);
sendSignals();
self.onmessage = ({ data }) => {
  due = performance.now() + 1000;
  const tell = (/** @type {string} */ part) => postMessage(JSON.parse(part));
  postMessage({ ...JSON.parse(answer(data, tell)), done: true });
};
postMessage({ stage: 'ready', part: 1 });
