// @ts-check
/** How the page asks Python: here, by Pyodide in two workers. */

/**
 * @typedef {{tell: (part: any) => void, signal: AbortSignal}} Options
 */

/** A worker with Python in it, which answers one request after another. */
class Engine {
  worker = new Worker(new URL('./worker.js', import.meta.url),
                      { type: 'module' });
  /** @type {((message: any) => void)[]} */
  listeners = [];

  constructor(/** @type {(stage: string) => void} */ tell) {
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => {
        if (data.stage) tell(data.stage);
        if (data.stage === 'ready') resolve(null);
        if (data.part) this.listeners[0]?.(data);
        if (data.answer) this.listeners.shift()?.(data);
      };
      this.worker.onerror = (event) => reject(
        new Error(event.message || 'Python cannot be loaded.'));
    });
    this.ready.catch(() => {});
  }

  /**
   * Return the answer to a request. Its parts before the last one are told.
   * @param {Record<string, any>} request
   * @param {(part: any) => void} [tell]
   */
  async ask(request, tell) {
    await this.ready;
    return new Promise((resolve) => {
      this.listeners.push(({ part, answer }) =>
        answer ? resolve(answer) : tell?.(part));
      this.worker.postMessage(JSON.stringify(request));
    });
  }
}

/** @type {Engine} */
let quick;
/** What may be stopped has a worker of its own.
 * @type {Engine}
 */
let slow;

/** Start Python; tell how far that has come. */
export async function start(/** @type {(stage: string) => void} */ tell) {
  quick = new Engine(tell);
  await quick.ready;
  slow = new Engine(() => {});
}

/**
 * Return the answer to a request. With options, its parts before the last one
 * are told, and a signal stops it: its worker is replaced.
 * @param {Record<string, any>} request
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function ask(request, options) {
  if (!options) return quick.ask(request);
  const { tell, signal } = options;
  const engine = slow;
  await engine.ready;
  return new Promise((resolve, reject) => {
    const stop = () => {
      engine.worker.terminate();
      if (slow === engine) slow = new Engine(() => {});
      reject(new Error('Stopped'));
    };
    if (signal.aborted) {  // While Python was loading: nothing runs.
      reject(new Error('Stopped'));
      return;
    }
    signal.addEventListener('abort', stop);
    engine.ask(request, tell).then((answer) => {
      signal.removeEventListener('abort', stop);
      resolve(answer);
    });
  });
}
