/** How the page asks Python: here, by the server on this machine. */

/** Start Python; tell how far that has come. Here, it runs already. */
export async function start(/** @type {(stage: string, part: number) => void} */ _tell) {}

/** Here, the files that Python has are in a folder on this machine.
 * @type {null | ((files: Said<string>) => Promise<void>)} */
export const put = null;

/** Return the answer to a request. Its parts before the last one are told, and a
 * signal stops it: the server ends the search of a closed connection.
 * @returns {Promise<Answer>} */
export async function ask(/** @type {Question} */ request,
                          /** @type {Telling} */ { tell, signal }) {
  const response = await fetch('ask', { method: 'POST', body: JSON.stringify(request), signal,
                                        headers: { 'Content-Type': 'application/json' } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; ;) {
    const part = await reader?.read();
    if (!part || part.done) throw new Error('The answer has no end');
    const lines = (text + part.value).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const answer = JSON.parse(line);
      if (answer.done) return answer;
      tell(answer);
    }
  }
}
