/** A chart of counts: bars with a scale, and a table with the same numbers. */
import { element } from '../element.ts';
import { part } from './template.ts';
import type { Bar } from './usage-bars.ts';

/**
 * Draws the bars into a figure, and fills its table.
 *
 * @param unit - what a bar counts, e.g. `an hour`.
 */
export const drawChart = (figure: HTMLElement, bars: readonly Bar[], unit: string): void => {
  const counts = bars.map(({ count }) => count);
  const sum = counts.reduce((total, count) => total + count, 0);
  const most = Math.max(...counts, 1);
  const peak = sum === 0 ? '' : `, at most ${shown(most)} in ${unit}`;
  part(figure, '.sum').textContent = `${shown(sum)} ${sum === 1 ? 'request' : 'requests'}${peak}`;
  const top = roundUp(most);
  part(figure, '.bars').replaceChildren(scale(top), ...bars.map((bar) => drawBar(bar, top)));
  part(figure, 'tbody').replaceChildren(...bars.map(tableRow));
};

/** The end of a scale: a round number of at least `most`. */
const roundUp = (most: number): number => {
  const unit = 10 ** Math.floor(Math.log10(most));
  return unit * Number([1, 2, 4, 6, 8, 10].find((step) => step * unit >= most));
};

/** The scale of the y-axis. */
const scale = (top: number): HTMLElement => {
  const numbers = top === 1 ? [1, 0] : [top, top / 2, 0];
  return element('div', 'scale', ...numbers.map((count) => element('span', '', shown(count))));
};

const drawBar = ({ name, tick, count }: Bar, top: number): HTMLElement => {
  const amount = element('div', 'amount');
  // A single call must be visible beside thousands.
  amount.style.blockSize = count === 0 ? '0' : `max(3px, ${(100 * count) / top}%)`;
  const bar = element('div', 'column', element('div', 'shaft', amount), element('span', '', tick));
  bar.title = `${name}: ${shown(count)}`;
  return bar;
};

const tableRow = ({ name, count }: Bar): HTMLElement => {
  const head = element('th', '', name);
  head.setAttribute('scope', 'row');
  return element('tr', '', head, element('td', '', shown(count)));
};

const shown = (count: number): string => count.toLocaleString('en');
