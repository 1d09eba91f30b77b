// @ts-check
/** How the page asks Python: here, by Pyodide in two workers. */

/**
 * @typedef {{tell?: (part: any) => void, signal?: AbortSignal}} Options
 */

const SLOW = ['choose', 'values', 'hint', 'review', 'tree', 'search'];

/** A worker with Python in it, which answers one request after another. */
class Engine {
  /** @type {Map<number, {tell?: (part: any) => void,
   *                      done: (answer: any) => void}>} */
  waiting = new Map();
  count = 0;

  constructor(/** @type {(stage: string) => void} */ tell) {
    this.worker = new Worker(new URL('./worker.js', import.meta.url),
                             { type: 'module' });
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => {
        if (data.stage) tell(data.stage);
        if (data.stage === 'ready') resolve(null);
        const asked = this.waiting.get(data.id);
        if (!asked) return;
        if (data.part) asked.tell?.(data.part);
        else {
          this.waiting.delete(data.id);
          asked.done(data.answer);
        }
      };
      this.worker.onerror = (event) => {
        reject(new Error(event.message));
        for (const { done } of this.waiting.values()) {
          done({ error: event.message || 'Python cannot be loaded' });
        }
      };
    });
    this.ready.catch(() => {});
  }

  /**
   * Return the answer to a request, which is text of JSON.
   * @param {string} request
   * @param {(part: any) => void} [tell]
   */
  async ask(request, tell) {
    await this.ready;
    this.count += 1;
    const id = this.count;
    return new Promise((done) => {
      this.waiting.set(id, { tell, done });
      this.worker.postMessage({ id, request });
    });
  }
}

/** @type {Engine} */
let quick;
/** What may be stopped has a worker of its own.
 * @type {Engine | null} */
let slow = null;

/** Start Python; tell how far that has come. */
export async function start(/** @type {(stage: string) => void} */ tell) {
  quick = new Engine(tell);
  await quick.ready;
  slow = new Engine(() => {});
}

/**
 * Return the answer to a request. Its parts before the last one are told. A
 * signal stops it: its worker is replaced.
 * @param {Record<string, any>} request
 * @param {Options} options
 * @returns {Promise<any>}
 */
export async function ask(request, { tell, signal } = {}) {
  const text = JSON.stringify(request);
  if (!SLOW.includes(request.ask)) return quick.ask(text);
  slow ??= new Engine(() => {});
  const engine = slow;
  return new Promise((resolve, reject) => {
    let over = false;
    const stop = () => {
      if (over) return;
      over = true;
      // A worker that is still loading can be used by the next request.
      if (engine.waiting.size) {
        engine.worker.terminate();
        if (slow === engine) slow = new Engine(() => {});
      }
      reject(new DOMException('Stopped', 'AbortError'));
    };
    if (signal?.aborted) {
      stop();
      return;
    }
    signal?.addEventListener('abort', stop);
    engine.ready.then(() => over ? null : engine.ask(text, tell)).then(
      (answer) => { over = true; resolve(answer); }, reject);
  });
}
