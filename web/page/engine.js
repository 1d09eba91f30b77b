// @ts-check
/** How the page asks Python: here, by the server on this machine. */

/** @typedef {{tell: (part: any) => void, signal: AbortSignal}} Options */

/** Start Python; tell how far that has come. Here, it runs already. */
export async function start(/** @type {(stage: string) => void} */ _tell) {}

/** Return the answer to a request. With options, its parts before the last one
 * are told, and a signal stops it: the server ends the search of a closed
 * connection. */
export async function ask(/** @type {any} */ request,
                          /** @type {Options | undefined} */ options) {
  const response = await fetch('ask', {
    method: 'POST', body: JSON.stringify(request), signal: options?.signal,
    headers: { 'Content-Type': 'application/json' } });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (let text = ''; ;) {
    const part = await reader?.read();
    text += decoder.decode(part?.value, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const answer = JSON.parse(line);
      if (answer.done) return answer;
      options?.tell(answer);
    }
    if (!part || part.done) throw new Error('The answer has no end');
  }
}
