/** How the page asks Python: here, by Pyodide in workers. */

/** The workers that are free, the next one to work last: what it knows of a game from
 * former searches is of use again. @type {Worker[]} */
const free = [];
/** The questions that wait for one. @type {((worker: Worker) => void)[]} */
const queue = [];
/** The files of a student, which Python has besides its own. @type {Said<string>} */
let files = {};
/** Whether Python has been started. */
let isStarted = false;

/** Give a worker to the next question, or have it wait for one; end one that has other
 * files than now. */
function release(/** @type {any} */ worker) {
  if (worker.files !== files) worker.terminate();
  else (queue.shift() ?? ((each) => free.push(each)))(worker);
}

/** Start one more worker: Python that answers one question at a time. */
async function hire(/** @type {(stage: string, part: number) => void} */ tell = () => {}) {
  const worker = Object.assign(
    new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }), { files });
  worker.postMessage({ kind: 'files', files });
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
  isStarted = true;
  await hire(tell);
  hire().then(() => hire()).catch(() => {});
}

/** Have Python begin anew with these files of a student, by their names.
 * @type {null | ((files: Said<string>) => Promise<void>)} */
export const put = async (wanted) => {
  files = wanted;
  for (const each of free.splice(0)) each.terminate();
  if (isStarted) await start(() => {});
};

/** Return the answer to a request. Its parts before the last one are told, and
 * a signal stops it: its worker is replaced, as after tests, which leave it changed. */
export async function ask(/** @type {Question} */ request,
                          /** @type {Telling} */ { tell, signal }) {
  const worker = /** @type {any} */ (free.pop())
    ?? await new Promise((resolve) => { queue.push(resolve); });
  if (signal.aborted) release(worker);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const replace = () => {
      worker.terminate();
      hire().catch(() => {});
    };
    const end = (/** @type {unknown} */ reason) => {
      replace();
      reject(reason);
    };
    signal.onabort = () => end(signal.reason);
    worker.onerror = end;  // Python itself has failed.
    worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
      if (!data.done) return tell(data);
      signal.onabort = null;
      if (request.ask === 'tests') replace();
      else release(worker);
      resolve(data);
    };
    worker.postMessage(JSON.stringify(request));
  });
}
