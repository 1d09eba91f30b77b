/** Python in a worker, so that the page never waits for it. */
import { loadPyodide } from './pyodide/pyodide.js';
import './site.js';

const START = `
import json, signal, sys
from traceback import walk_stack
from interface.words import find_places
from web.suites import answer_question, describe_place
sys.setrecursionlimit(500)  # Browsers have less room for calls.
def answer_text(text, post):
    send = lambda part: post(json.dumps(part))
    signal.signal(signal.SIGALRM, lambda _, frame: send(
        {'where': describe_place(find_places(walk_stack(frame)), given)}))
    send(answer_question(json.loads(text), send) | {'done': True})
answer_text`;

/** How large the page is, and how much of it has come: all but what is fetched here. */
const sizes = Object.entries(/** @type {{ SIZES: Record<string, number> }} */ (
  /** @type {unknown} */ (self)).SIZES);
const fetched = /\.(packed|zip|json)$/;
const size = sizes.reduce((sum, [_, bytes]) => sum + bytes, 0);
let come = sizes.reduce((sum, [name, bytes]) => sum + (fetched.test(name) ? 0 : bytes), 0);

/** Fetch as usual, and tell how much has come: Pyodide tells nothing. Its largest file is
 * packed, as not all servers do that. */
const usual = self.fetch;
self.fetch = async (file, ...more) => {
  const isPacked = String(file).endsWith('.wasm');
  const response = await usual(isPacked ? `${file}.packed` : file, ...more);
  if (!response.ok || !response.body) throw new Error(`${file} is missing`);
  const counted = response.body.pipeThrough(new TransformStream({ transform(chunk, stream) {
    postMessage({ come: come += chunk.length, size });
    stream.enqueue(chunk);
  } }));
  return isPacked
    ? new Response(counted.pipeThrough(new DecompressionStream('gzip')),
                   { headers: { 'Content-Type': 'application/wasm' } })
    : new Response(counted);
};

/** When Python is to say next where it is, and how often it was ready to. */
let [due, checks] = [0, 0];

/** Send Python a signal each second. Nothing reaches a worker that is busy; but
 * Python looks here for signals, very often. */
function sendSignals() {
  const signals = new Uint8Array(1);
  python.setInterruptBuffer(signals);
  const { _module } = /** @type {{ _module: object }} */ (/** @type {unknown} */ (python));
  Object.defineProperty(_module, 'Py_EmscriptenSignalBuffer', { get() {
    checks = (checks + 1) & 255;
    if (!signals[0] && !checks && performance.now() >= due) {
      due = performance.now() + 1000;
      signals[0] = 14;  // SIGALRM
    }
    return signals[0] ? signals : null;
  } });
}

/** Answer a question, part by part; the last one says that it is done. */
function reply(/** @type {string} */ question) {
  due = performance.now() + 1000;
  answer(question, (/** @type {string} */ part) => postMessage(JSON.parse(part)));
}

// The first message is the files; what comes before somebody listens is lost.
const [files, python, archive] = await Promise.all([
  new Promise((resolve) => { self.onmessage = ({ data }) => resolve(data); }),
  loadPyodide({ indexURL: new URL('./pyodide/', import.meta.url).href, stdin: () => null }),
  fetch('package.zip').then((response) => response.arrayBuffer())]);
python.unpackArchive(archive, 'zip');
for (const [name, text] of Object.entries(files)) python.FS.writeFile(name, text);
python.globals.set('given', python.toPy(Object.keys(files)));
const answer = python.runPython(START);
self.onmessage = ({ data }) => reply(data);
// What is ours is imported now; a student's files, once somebody asks and can stop them.
if (Object.keys(files).length) postMessage({ done: true });
else reply('{}');
sendSignals();
