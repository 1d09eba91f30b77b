/** How the page asks Python: here, by the server on this machine. */

/** Here, nobody gives files to the page: they are in a folder.
 * @type {null | ((files: Said<string>) => Promise<void>)} */
export const put = null;

/** Return what the server says of the files in that folder. */
const look = async () => (await fetch('files')).text();

/** Start Python; tell how much of it has come. Here, it runs already. When a file has
 * changed, the page begins anew: its address says what it shows. */
export async function start(/** @type {Loading} */ _tell) {
  setTimeout(() => look().then((before) => JSON.parse(before).folder && setInterval(async () => {
    if (await look().catch(() => before) === before) return;  // The server may have ended.
    history.replaceState({ tab: document.querySelector('#tabs :checked')?.id }, '');
    location.reload();
  }, 1000)), 200);  // The board comes first.
}

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
