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

/** Give a worker to the next question, or have it wait for one. */
function release(/** @type {Worker} */ worker) {
  (queue.shift() ?? ((each) => free.push(each)))(worker);
}

/** End a worker; what it is asked fails. If a question waits, another one takes its place. */
function dismiss(/** @type {Worker} */ worker) {
  worker.dispatchEvent(new ErrorEvent('error'));
  setTimeout(() => { if (queue.length) fill(); });
}

/** Return what a worker answers; tell the parts before the last one. If Python itself
 * fails, or is dismissed, it ends. @returns {Promise<Answer>} */
const talk = (/** @type {Worker} */ worker, /** @type {unknown} */ message,
              /** @type {(part: Answer) => void} */ tell) => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => (data.done ? resolve(data) : tell(data));
  worker.onerror = (error) => {
    worker.terminate();
    all.delete(worker);
    reject(error);
  };
  worker.postMessage(message);
});

/** Start one more worker: Python that answers one question at a time. Tell how much has come. */
async function hire(/** @type {Loading} */ tell = () => {}) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  all.add(worker);
  await talk(worker, files, ({ come = 0, size = 0 }) => tell(come, size));
  release(worker);
}

/** Have a worker for what takes long, and one for what is quick, or comes when that is
 * stopped; and a third one where a question waits, as each takes some 90 MB. */
function fill() {
  if (all.size < 2 || queue.length && all.size < 3) hire().catch(() => {});
}

/** Start Python. @param {Loading} tell */
export const start = (tell) => hire(tell);

/** Have Python begin anew with these files of a student's, once it runs. */
export async function put(/** @type {Record<string, string>} */ wanted) {
  files = wanted;
  if (!all.size) return;
  free.length = 0;
  all.forEach(dismiss);
  await hire();
}

/** Return the answer to a request. Its parts before the last one are told, and
 * a signal stops it: its worker is replaced. @type {Ask} */
export const ask = async (request, { tell, signal }) => {
  // At first there is one worker, so that a slow machine has the board soon.
  setTimeout(fill, free.length ? 5000 : 0);
  const worker = /** @type {Worker} */ (
    free.pop() ?? await new Promise((resolve) => { queue.push(resolve); }));
  if (signal.aborted) release(worker);
  signal.throwIfAborted();
  signal.onabort = () => dismiss(worker);
  const answer = await talk(worker, JSON.stringify(request), tell);
  signal.onabort = null;
  (request.ask === 'tests' ? dismiss : release)(worker);  // Tests leave Python changed.
  return answer;
};
