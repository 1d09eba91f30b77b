/** How the page asks Python: here, by Pyodide in workers. */

/** The workers that there are, and those that are free, the next one to work last: what
 * it knows of a game from former searches is of use again.
 * @type {[Set<Worker>, Worker[]]} */
const [all, free] = [new Set(), []];
/** The questions that wait for one. @type {((worker: Worker) => void)[]} */
const queue = [];
/** The texts of a student's files, by their names, which take the places of ours.
 * @type {Record<string, string>} */
let files = {};
/** The timer for the other workers. */
let later = 0;

/** Give a worker to the next question, or have it wait for one. */
function release(/** @type {any} */ worker) {
  (queue.shift() ?? ((each) => free.push(each)))(worker);
}

/** Start one more worker: Python that answers one question at a time. Tell how much has come. */
async function hire(/** @type {Loading} */ tell = () => {}) {
  clearTimeout(later);
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  all.add(worker);
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { stage, come, size } }) => {
      if (size) tell(come, size);
      if (stage === 'files') worker.postMessage({ kind: 'files', files });
      if (stage === 'ready') resolve(null);
    };
    worker.onerror = ({ message }) => {
      all.delete(worker);
      reject(new Error(message || 'Python cannot be loaded.'));
    };
  });
  if (!all.has(worker)) return;
  release(worker);
  hireLater();
}

/** Start the workers that are missing. One is for what takes long, one for what is
 * quick, and one takes the place of one that is stopped. */
function hireOthers() {
  while (all.size < 3) hire().catch(() => {});
}

/** Do so after a time, so that a slow machine has the board first, or at once if a
 * question waits for one: see ask. */
function hireLater() {
  clearTimeout(later);
  later = window.setTimeout(hireOthers, 5000);
}

/** Start Python. The browser keeps the page for when there is no network. */
export async function start(/** @type {Loading} */ tell) {
  await hire(tell);
  const { serviceWorker } = navigator;  // Not there without https.
  if (!serviceWorker?.controller) serviceWorker?.register('offline.js').catch(() => {});
}

/** Have Python begin anew with these files of a student's, once it runs. */
export async function put(/** @type {Record<string, string>} */ wanted) {
  files = wanted;
  if (!all.size) return;
  const former = [...all];
  all.clear();
  free.length = 0;
  for (const worker of former) {
    worker.terminate();
    worker.dispatchEvent(new ErrorEvent('error'));
  }
  await hire();
}

/** Return the answer to a request. Its parts before the last one are told, and
 * a signal stops it: its worker is replaced. @type {Ask} */
export const ask = async (request, { tell, signal }) => {
  if (!free.length) hireOthers();
  const worker = /** @type {any} */ (free.pop())
    ?? await new Promise((resolve) => { queue.push(resolve); });
  if (signal.aborted) release(worker);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = (/** @type {unknown} */ reason) => {
      worker.terminate();
      if (all.delete(worker)) hireLater();
      reject(reason);
    };
    signal.onabort = () => end(signal.reason);
    worker.onerror = end;  // Python itself has failed, or begins anew.
    worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
      if (!data.done) return tell(data);
      signal.onabort = null;
      resolve(data);
      if (request.ask === 'tests') end(null);  // They leave Python changed.
      else release(worker);
    };
    worker.postMessage(JSON.stringify(request));
  });
};
