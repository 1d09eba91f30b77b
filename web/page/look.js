// @ts-check
/** The tree of positions, and a search in it, step by step. */
import { words } from './words.js';

const $ = (/** @type {string} */ id) =>
  /** @type {any} */ (document.getElementById(id));
const PLAY_MS = 600;

/** @type {any[]} */
let steps = [];
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** Forget what belongs to another position. */
export function resetLook() {
  steps = [];
  pause();
  for (const id of ['tree', 'steps', 'walk']) $(id).hidden = true;
}

/** Show a step of the search. */
function showStep(/** @type {number} */ i) {
  const at = Math.min(Math.max(i, 1), steps.length);
  const step = steps[at - 1];
  $('at').value = at;
  $('step-number').textContent = words.step(at, steps.length);
  $('what').textContent = step.what;
  $('picture').textContent = step.picture;
  const [title, ...stack] = step.stack;
  $('stack-title').textContent = title;
  $('stack').replaceChildren(...stack.map((/** @type {string} */ line) => {
    const item = document.createElement('li');
    item.textContent = line;
    return item;
  }));
  $('back').disabled = at === 1;
  $('next').disabled = at === steps.length;
  if (at === steps.length) pause();
}

/** Stop playing the steps. */
function pause() {
  clearInterval(timer);
  timer = undefined;
  $('run').textContent = words.play;
}

/** Set the size of the tree's image. */
function zoom() {
  const image = $('tree-image');
  image.style.width = `${image.naturalWidth * $('zoom').value / 100}px`;
}

/**
 * Listen to the forms of the tree and of the search. Think returns the answer
 * to a request that may take long, null if it is stopped.
 * @param {(what: string, text: string, more: any) => Promise<any>} think
 */
export function listenToLook(think) {
  const depth = () => Number($('depth').value);
  $('tree-form').addEventListener('submit', async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await think('tree', words.drawing,
      { depth: depth(), merge: $('merge').checked });
    if (!answer) return;
    const image = $('tree-image');
    image.onload = () => {
      URL.revokeObjectURL(image.src);
      zoom();
      $('tree').scrollLeft = (image.width - $('tree').clientWidth) / 2;
    };
    image.src = URL.createObjectURL(
      new Blob([answer.svg], { type: 'image/svg+xml' }));
    image.alt = answer.text;
    $('tree').hidden = false;
  });
  $('zoom').addEventListener('input', zoom);
  $('search-form').addEventListener('submit', async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await think('search', words.following,
      { depth: depth(), search: $('search').value });
    if (!answer?.steps.length) return;
    steps = answer.steps;
    $('at').max = steps.length;
    $('notes').textContent = answer.notes.join(' ');
    $('steps').hidden = $('walk').hidden = false;
    pause();
    showStep(1);
  });
  $('back').addEventListener('click', () => showStep(Number($('at').value) - 1));
  $('next').addEventListener('click', () => showStep(Number($('at').value) + 1));
  $('at').addEventListener('input', () => showStep(Number($('at').value)));
  $('run').addEventListener('click', () => {
    if (timer !== undefined) {
      pause();
      return;
    }
    timer = setInterval(() => showStep(Number($('at').value) + 1), PLAY_MS);
    $('run').textContent = words.pause;
  });
}
