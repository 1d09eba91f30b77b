/** The page: it passes clicks to Python, and shows what Python answers. Its address
 * is a link to all that is shown. */
import { $, acts, CHOICES } from './board.js';
import { start } from './engine.js';
import { list, restore, runTests } from './code.js';
import { goToStep, openTree, pause } from './look.js';
import { accept, goTo, pass, renew, showWork, shown, stop, stopLate, think } from './shown.js';
import { words } from './words.js';

/** What the buttons do. @type {Record<string, () => unknown>} */
const actions = {
  large: () => { $('large').ariaPressed = `${document.documentElement.classList.toggle('large')}`; },
  values: () => renew({ values: !shown.game.request.values }),
  hint: () => think('hint'),
  undo: () => goTo(shown.game.turns.undo),
  redo: () => goTo(shown.game.turns.redo),
  return: () => {
    pause();
    return shown.step ? pass('position') : goTo(null);
  },
  stop: async () => {
    const why = words.stopped($('where').textContent ?? '');
    if (!stopLate()) await stop('found', why);
    // Where the first game loops, there is another one.
    else if (!shown.game.request.link) await pass('begin', { link: 'game=s' });
    $('found').textContent = why;
  },
  pause: () => pass('position', { paused: !shown.game.request.paused }),
  step: () => think('choose', { paused: true }),
  review: () => think('review'),
  link: () => {
    // As there is no clipboard without https, what is copied is replaced.
    document.oncopy = (event) => {
      event.clipboardData?.setData('text/plain', location.href);
      return false;
    };
    $('found').textContent = document.execCommand('copy') ? words.copied : words.linkAbove;
    document.oncopy = null;
  },
};

/** Choose what an element, or what it is in, stands for: see web/positions.py. */
function choose(/** @type {Element} */ target) {
  const { move, place, line, test } = target.closest(CHOICES)?.dataset ?? {};
  if (move) pass('move', { ...shown.board.request, move });
  if (place) goTo(Number(place));
  if (line) pass('line', { line, place: null });
  if (test) runTests(test);
}

/** Show what the address names: a game, the tree, or a part of the page alone. */
const open = () => {
  const [address, name = ''] = location.hash.match(/&embed=(board|tree)/) ?? [''];
  [shown.embed, document.body.dataset.embed] = [address, name];
  return pass('open', { opened: location.hash.replace(address, '') }, async (answer) => {
    await accept(answer, true);
    const [link, step] = (answer.opened || (name === 'tree' ? 'tree=' : '')).split('&step=');
    await openTree(link);
    if ($('message').textContent) return;  // It was refused.
    if (step) goToStep(Number(step) || 1);
    else if (shown.tree?.drawn.steps) pass('position');
  });
};

document.onclick = ({ target }) => choose(target);
acts.choose = choose;
for (const [id, act] of Object.entries(actions)) $(id).onclick = act;
$('game').onchange = () => pass('sizes', { game: $('game').value });
$('load').onchange = async () => {
  // One more than Python takes, so it says that the file is too long.
  const text = await $('load').files?.[0].slice(0, 200_001).text();
  $('load').value = '';
  await pass('load', { text });
};
/** Say nothing of a size any more. */
const clear = () => { $('size-note').textContent = $('size').ariaInvalid = ''; };
$('setup').oninput = $('setup').ontoggle = clear;
$('setup').onsubmit = async (event) => {
  event.preventDefault();
  const texts = new URLSearchParams([...new FormData($('setup'))]);
  const wishes = event.submitter?.id === 'players'
    ? { link: `${shown.game.request.link}&p1=${texts.get('p1')}&p2=${texts.get('p2')}` }
    : { link: `${texts}`, place: null, notes: [], lines: [] };
  clear();
  await pass('begin', { paused: false, ...wishes }, (answer) => {
    $('setup').hidePopover();
    accept(answer);
  });
  $('size').ariaInvalid = String($('size-note').textContent !== '');
};

/** Start the page. */
async function main() {
  if (location.protocol === 'file:') return;
  document.body.dataset.embed = location.hash.match(/&embed=(board|tree)/)?.[1] ?? '';
  // Not all browsers remember anything.
  try { $('single').checked = localStorage.single !== 'off'; } catch {}
  $('single').onchange = () => { localStorage.single = $('single').checked ? 'on' : 'off'; };
  await restore();
  await start((come, size) => {
    $('status').textContent = words.loading(come, size);
    $('progress').hidden = false;
    $('progress').value = 0.9 * come / size;  // It starts after that.
  });
  $('progress').removeAttribute('value');
  showWork('');
  window.addEventListener('hashchange', open);
  // A student's files may loop when they are imported, and can be taken away all the same.
  for (const id of ['tabs', 'code-part']) $(id).removeAttribute('inert');
  await open();
  if ($('show-code').checked) list();  // As browsers remember when a page is loaded again.
  for (const each of document.querySelectorAll('[inert]')) each.removeAttribute('inert');
}

main().catch(({ message }) => { $('message').textContent = message || words.noPython; });
