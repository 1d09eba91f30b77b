// @ts-check
/** What the page says itself, in one place. All else comes from Python. */
export const words = {
  loading: 'Loading Python: this takes some seconds the first time.',
  stage: { runtime: 'loading Python', package: 'loading the games',
           ready: 'ready' },
  noAnswer: 'There is no answer. Is the program that serves this page still ' +
            'running?',
  thinking: (/** @type {string} */ who) => `${who} is thinking`,
  positions: (/** @type {number} */ n) =>
    `${n.toLocaleString('en')} positions scored`,
  searching: 'Looking for the values',
  unknown: 'some values are not known',
  known: 'all values are known',
  stopped: 'Stopped.',
  player: { p1: 'Player 1', p2: 'Player 2' },
  start: 'Start',
  copied: 'The link is copied.',
  linkBelow: 'The link to this position is in the address bar.',
  fileTooLong: 'This file is too long to be a saved game.',
  reviewing: 'Looking at each move',
  drawing: 'Drawing the tree',
  following: 'Following the search',
  play: 'Play',
  pause: 'Pause',
};
