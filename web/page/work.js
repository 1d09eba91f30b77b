/** What Python is doing: after a second this is said, and can be stopped. */
import { $ } from './board.js';
import { ask } from './engine.js';
import { words } from './words.js';

/** What is said of a question that takes long. */
let doing = '';
/** The quick questions that take more than a second. @type {Set<AbortController>} */
const late = new Set();

/** Show what Python is doing, or with no text, that it does nothing. */
export function showWork(text = doing) {
  doing = text;
  $('thinking').textContent = late.size ? words.waiting : doing;
  $('where').textContent = '';
  $('progress').hidden = $('stop').hidden = !(late.size || doing);
}

/** Return the answer to a question; or say why there is none, and return null.
 * @type {TryToAsk} */
export const tryToAsk = async (request, signal, tell = () => {}) => {
  const note = $({ begin: 'size-note', files: 'files-fault', tests: 'tests-note' }[
    request.ask ?? ''] ?? 'message');
  try {
    const answer = await ask(request, { signal, tell: (part) => {
      if (signal.aborted) return;
      if (part.where !== undefined) $('where').textContent = part.where;
      else tell(part);
    } });
    if (!answer.error) return answer;
    note.textContent = `${answer.error}.`;
  } catch {
    if (!signal.aborted) note.textContent = words[request.ask === 'tests' ? 'ended' : 'noAnswer'];
  }
  return null;
};

/** Stop the quick questions that take long. Return whether there are any. */
export function stopLate() {
  for (const each of late) each.abort();
  return late.size > 0;
}

/** Return the answer to a question that Python answers at once. If it does not,
 * the question can be stopped, and is if the answer is not wanted any more. */
export async function askQuickly(/** @type {Question} */ request, isWanted = () => true) {
  const quick = new AbortController();
  const timer = setTimeout(() => {
    if (!isWanted()) return quick.abort();
    late.add(quick);
    showWork();
  }, 1000);
  const answer = await tryToAsk(request, quick.signal);
  clearTimeout(timer);
  if (late.delete(quick)) showWork();
  return answer;
}
