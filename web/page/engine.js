// @ts-check
/** How the page asks Python: here, by the server on this machine. */

/** @typedef {{tell: (part: any) => void, signal: AbortSignal}} Options */

/** Start Python; tell how far that has come. Here, it runs already. */
export async function start(/** @type {(stage: string, part: number) => void} */ _tell) {}

/** Return the answer to a request. Its parts before the last one are told, and a
 * signal stops it: the server ends the search of a closed connection. */
export async function ask(/** @type {any} */ request,
                          /** @type {Options} */ { tell, signal }) {
  const response = await fetch('ask', {
    method: 'POST', body: JSON.stringify(request), signal,
    headers: { 'Content-Type': 'application/json' } });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let answer;
  for (let text = ''; ;) {
    const part = await reader?.read();
    text += decoder.decode(part?.value, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      answer = JSON.parse(line);
      if (!answer.done) tell(answer);
    }
    if (part && !part.done) continue;
    if (answer?.done) return answer;
    throw new Error('The answer has no end');
  }
}
