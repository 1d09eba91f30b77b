// @ts-check
/** How the page asks Python: here, by Pyodide in workers. */

/** @typedef {{tell: (part: any) => void, signal: AbortSignal}} Options */

/** A worker with Python in it, which answers one request at a time. */
class Engine {
  worker = new Worker(new URL('./worker.js', import.meta.url),
                      { type: 'module' });

  constructor(/** @type {(stage: string, part: number) => void} */ tell) {
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data: { stage, part } }) => {
        tell(stage, part);
        if (stage === 'ready') resolve(null);
      };
      this.worker.onerror = (event) => reject(
        new Error(event.message || 'Python cannot be loaded.'));
    });
  }

  /** Return the answer to a request. Its parts before the last are told. */
  ask(/** @type {any} */ request, /** @type {(part: any) => void} */ tell) {
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage(JSON.stringify(request), [port2]);
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => (data.done ? resolve : tell)(data);
    });
  }
}

/** The workers that are free, the next one to work last. What it knows of a game
 * from former searches is of use again. @type {Engine[]} */
const free = [];
/** The questions that wait for one. @type {((engine: Engine) => void)[]} */
const queue = [];

/** Start one more worker. */
async function hire(/** @type {(stage: string, part: number) => void} */ tell = () => {}) {
  const engine = new Engine(tell);
  await engine.ready;
  (queue.shift() ?? ((each) => free.unshift(each)))(engine);
}

/** Start Python; tell how far that has come. One worker is for what takes long,
 * one for what is quick, and one takes the place of one that is stopped. */
export async function start(/** @type {(stage: string, part: number) => void} */ tell) {
  await hire(tell);
  hire().then(() => hire()).catch(() => {});
}

/** Return the answer to a request. Its parts before the last one are told, and
 * a signal stops it: its worker is replaced. */
export async function ask(/** @type {any} */ request,
                          /** @type {Options} */ { tell, signal }) {
  /** @type {Engine} */
  const engine = free.pop() ?? await new Promise((resolve) => { queue.push(resolve); });
  const release = () => (queue.shift() ?? ((each) => free.push(each)))(engine);
  if (signal.aborted) release();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      engine.worker.terminate();
      hire().catch(() => {});
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop);
    engine.ask(request, tell).then((/** @type {any} */ answer) => {
      signal.removeEventListener('abort', stop);
      release();
      resolve(answer);
    });
  });
}
