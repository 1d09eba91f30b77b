// @ts-check
/** How the page asks Python: here, by the server on this machine. */

/**
 * @typedef {{tell?: (part: any) => void, signal?: AbortSignal}} Options
 */

/** Start Python; tell how far that has come. Here, it runs already. */
export async function start(/** @type {(stage: string) => void} */ _tell) {}

/**
 * Return the answer to a request. Its parts before the last one are told. A
 * signal stops it: the server ends the search of a closed connection.
 * @param {Record<string, any>} request
 * @param {Options} options
 * @returns {Promise<any>}
 */
export async function ask(request, { tell, signal } = {}) {
  const response = await fetch('ask', {
    method: 'POST', body: JSON.stringify(request), signal,
    headers: { 'Content-Type': 'application/json' } });
  if (!response.ok || !response.body) {
    return { error: await response.text() };
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (let text = '', last = {}; ;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const part = JSON.parse(line);
      if (part.done) last = part;
      else tell?.(part);
    }
    if (done) return last;
  }
}
