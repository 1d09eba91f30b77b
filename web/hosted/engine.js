/** How the page asks Python: here, by Pyodide in workers. */

/** The workers that are free, the next one to work last: what it knows of a game from
 * former searches is of use again. @type {Worker[]} */
const free = [];
/** The questions that wait for one. @type {((worker: Worker) => void)[]} */
const queue = [];

/** Give a worker to the next question, or have it wait for one. */
function release(/** @type {any} */ worker) {
  (queue.shift() ?? ((each) => free.push(each)))(worker);
}

/** Start one more worker: Python that answers one question at a time. */
async function hire(/** @type {(stage: string, part: number) => void} */ tell = () => {}) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { stage, part } }) => {
      tell(stage, part);
      if (stage === 'ready') resolve(null);
    };
    worker.onerror = ({ message }) => reject(new Error(message || 'Python cannot be loaded.'));
  });
  release(worker);
}

/** Start Python; tell how far that has come. One worker is for what takes long,
 * one for what is quick, and one takes the place of one that is stopped. */
export async function start(/** @type {(stage: string, part: number) => void} */ tell) {
  await hire(tell);
  hire().then(() => hire()).catch(() => {});
}

/** Return the answer to a request. Its parts before the last one are told, and
 * a signal stops it: its worker is replaced. */
export async function ask(/** @type {Question} */ request,
                          /** @type {Telling} */ { tell, signal }) {
  const worker = /** @type {any} */ (free.pop())
    ?? await new Promise((resolve) => { queue.push(resolve); });
  if (signal.aborted) release(worker);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    signal.onabort = () => {
      worker.terminate();
      hire().catch(() => {});
      reject(signal.reason);
    };
    worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
      if (!data.done) return tell(data);
      signal.onabort = null;
      release(worker);
      resolve(data);
    };
    worker.postMessage(JSON.stringify(request));
  });
}
