/** How the page asks Python: here, by the server on this machine. */

/** Here, nobody gives files to the page: they are in its folder.
 * @type {null | ((files: Said<string>) => Promise<void>)} */
export const put = null;

/** Start Python; tell how much of it has come. Here, it runs already. */
export async function start(/** @type {Loading} */ _tell) {}

/** Return the answer to a request. Its parts before the last one are told, and a
 * signal stops it: the server ends the search of a closed connection. @type {Ask} */
export const ask = async (request, { tell, signal }) => {
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
};
