/** The tests of the two suites, on the files that Python has. */
import { $ } from './board.js';
import { show } from './shown.js';
import { tryToAsk } from './work.js';
import { words } from './words.js';

/** The run that goes on. */
let run = new AbortController();

/** Run one test alone, or with no name, both suites. */
export async function runTests(test = '') {
  run.abort();
  const { signal } = run = new AbortController();
  $('end').hidden = false;
  if (!test) $('report').textContent = '';
  $('tests-note').textContent = words.starting;
  const answer = await tryToAsk({ ask: 'tests', test }, signal, show);
  if (signal.aborted) return;
  $('end').hidden = true;
  if (answer) show(answer);
  else if ($('tests-note').textContent === words.noAnswer) {
    $('tests-note').textContent = words.ended;
  }
}

$('test').onclick = () => runTests();
$('end').onclick = () => {
  run.abort();
  $('end').hidden = true;
  $('tests-note').textContent = words.stopped('');
};
