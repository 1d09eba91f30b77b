// @ts-check
/** How the page asks Python: here, by Pyodide in two workers. */

/** @typedef {{tell: (part: any) => void, signal: AbortSignal}} Options */

/** A worker with Python in it, which answers one request after another. */
class Engine {
  worker = new Worker(new URL('./worker.js', import.meta.url),
                      { type: 'module' });

  constructor(/** @type {(stage: string) => void} */ tell) {
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => {
        tell(data);
        if (data === 'ready') resolve(null);
      };
      this.worker.onerror = (event) => reject(
        new Error(event.message || 'Python cannot be loaded.'));
    });
    this.ready.catch(() => {});
  }

  /** Return the answer to a request. Its parts before the last are told. */
  async ask(/** @type {any} */ request,
            /** @type {(part: any) => void} */ tell = () => {}) {
    await this.ready;
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage(JSON.stringify(request), [port2]);
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => (data.done ? resolve : tell)(data);
    });
  }
}

/** @type {Engine[]} */
const engines = [];

/** Start Python; tell how far that has come. What may be stopped has a worker
 * of its own. */
export async function start(/** @type {(stage: string) => void} */ tell) {
  engines.push(new Engine(tell));
  await engines[0].ready;
  engines.push(new Engine(() => {}));
}

/** Return the answer to a request. With options, its parts before the last one
 * are told, and a signal stops it: its worker is replaced. */
export async function ask(/** @type {any} */ request,
                          /** @type {Options | undefined} */ options) {
  const [quick, slow] = engines;
  if (!options) return quick.ask(request);
  const { tell, signal } = options;
  await slow.ready;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      slow.worker.terminate();
      engines[1] = new Engine(() => {});
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop);
    slow.ask(request, tell).then((answer) => {
      signal.removeEventListener('abort', stop);
      resolve(answer);
    });
  });
}
