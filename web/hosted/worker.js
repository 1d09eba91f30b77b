// @ts-check
/** Python in a worker, so that the page never waits for it. */
import { loadPyodide } from './pyodide/pyodide.mjs';

const START = `
import json, sys
sys.path.insert(0, '/package')
from web.answers import answer
def answer_text(text, tell):
    return json.dumps(answer(json.loads(text),
                             lambda part: tell(json.dumps(part))))
answer_text`;

/** Load Python and the package. Return the function that answers. */
async function load() {
  postMessage('runtime');
  const fetched = fetch(new URL('./package.zip', import.meta.url));
  const python = await loadPyodide(
    { indexURL: new URL('./pyodide/', import.meta.url).href });
  postMessage('package');
  const response = await fetched;
  if (!response.ok) throw new Error('package.zip is missing');
  python.unpackArchive(await response.arrayBuffer(), 'zip',
                       { extractDir: '/package' });
  const answer = python.runPython(START);
  postMessage('ready');
  return answer;
}

const ready = load();

self.onmessage = async ({ data, ports: [port] }) => {
  const answer = await ready;
  const tell = (/** @type {string} */ part) =>
    port.postMessage(JSON.parse(part));
  port.postMessage({ ...JSON.parse(answer(data, tell)), done: true });
};
