// @ts-check
/** The graph of the game: what each position is worth, move by move. */
import { $ } from './board.js';
import { make } from './nodes.js';

const [WIDTH, HEIGHT, LEFT, TOP] = [320, 110, 34, 12];

/** Draw the graph: for each position, its value for player 1 from 1 to -1 (null:
 * not known), whether that is exact, and whether a mistake has led there.
 * @param {{value: number | null, exact: boolean, mistake: boolean, words: string}[]} points
 * @param {number} place which position is shown @param {(place: number) => void} go */
export function drawGraph(points, place, go) {
  $('graph-part').hidden = !points.length;
  const svg = make('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'group',
                            'aria-labelledby': 'graph-title' });
  const across = (WIDTH - LEFT - 14) / Math.max(1, points.length - 1);
  const x = (/** @type {number} */ i) => LEFT + i * across;
  const y = (/** @type {number} */ value) => TOP + (1 - value) * (HEIGHT - 2 * TOP) / 2;
  for (const [value, name] of /** @type {[number, string][]} */ ([[1, 'P1'], [0, '='], [-1, 'P2']])) {
    svg.append(make('line', { class: 'level', x1: LEFT, x2: WIDTH - 10, y1: y(value), y2: y(value) }),
               make('text', { x: 4, y: y(value) + 4 }, name));
  }
  const known = points.map(({ value }, i) => ({ value, i })).filter(({ value }) => value !== null);
  svg.append(make('polyline', { points: known.flatMap(({ value, i }, k) => [
    ...k ? [`${x(i)},${y(known[k - 1].value ?? 0)}`] : [], `${x(i)},${y(value ?? 0)}`]).join(' ') }));
  points.forEach(({ value, exact, mistake, words }, i) => {
    const dot = make('g', { class: ['point', mistake && 'mistake', !exact && 'estimate',
                                    i === place && 'here'].filter(Boolean).join(' '),
                            role: 'button', 'aria-label': words,
                            tabindex: i === place ? 0 : -1 });
    dot.append(make('rect', { x: x(i) - across / 2, y: 0, width: across, height: HEIGHT }),
               make('circle', { cx: x(i), cy: y(value ?? 0), r: mistake ? 6 : 4 }),
               make('text', { x: x(i), y: y(value ?? 0) + (mistake ? 4 : 3.5) }, mistake ? '!' : value === null ? '?' : ''),
               make('title', {}, words));
    dot.onclick = () => go(i);
    dot.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const to = { ArrowLeft: i - 1, ArrowRight: i + 1 }[event.key] ?? -1;
      if (event.key === 'Enter' || event.key === ' ') go(i);
      else if (svg.querySelectorAll('.point')[to]) svg.querySelectorAll('.point')[to].focus();
      else return;
      event.preventDefault();
    };
    svg.append(dot);
  });
  $('graph').replaceChildren(svg);
}
