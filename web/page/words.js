/** What the page says itself, in one place. All else comes from Python. @type {Words} */
export const words = {
  loading: (come, size) => (come < size
    ? `Loading Python: ${(come / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB, which the browser keeps.`
    : 'Starting Python.'),
  noPython: 'Python cannot be loaded.',
  noAnswer: 'There is no answer. Is the program that serves this page still running?',
  work: { choose: 'Thinking', values: 'Looking for the values', hint: 'Looking for a best move',
          review: 'Looking at each move', tree: 'Drawing the tree', search: 'Following the search' },
  starting: 'Starting the tests …', waiting: 'Waiting for an answer', play: 'Play', pause: 'Pause',
  ended: (inTest) => `Python has ended${inTest ? ' in the test marked ▸: it was stuck in one step, or' : ': it'
    } had no more room, as in an endless recursion.`,
  anew: 'Python begins anew with these files …', noFiles: 'There is no .py file there.',
  manyFiles: (count) => `There are ${count} .py files there: choose those of the assignment.`,
  largeFile: (name, size) =>
    `${name} is too large: it has ${(size / 1e6).toFixed(1)} MB, and may have 0.5 MB.`,
  stopped: (where) => `Stopped${where && ` ${where}`}.`,
  copied: 'The link is copied.', linkAbove: 'The link to this position is in the address bar.',
  away: (step) => `Step ${step.toLocaleString('en')} of a search.`,
  review: (place, last) => `After ${place} of the ${last} moves of the review.`,
  step: (number, last) => `Step ${number} of ${last.toLocaleString('en')}`,
};
