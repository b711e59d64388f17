/** A chart of counts: bars with a scale, and a table with the same numbers. */
import { onArrow } from '../arrow-keys.ts';
import { element } from '../element.ts';
import { part } from './template.ts';
import type { Bar } from './usage-bars.ts';

/**
 * Makes a figure a chart. The number of the bar under the pointer or finger, or that the arrow keys chose, replaces the
 * sum.
 *
 * @param unit - what a bar counts, e.g. `an hour`.
 * @returns a function that draws the bars and fills the table.
 */
export const createChart = (
  figure: HTMLElement,
  unit: string,
): ((bars: readonly Bar[]) => void) => {
  const group = part(figure, '.bars');
  const line = part(figure, '.sum');
  let bars: readonly Bar[] = [];
  let columns: readonly HTMLElement[] = [];
  /** The index of the bar whose number is shown, if any. */
  let at: number | undefined;

  const point = (index?: number) => {
    at = index;
    for (const [other, { dataset }] of columns.entries()) {
      if (other === at) dataset.current = '';
      else delete dataset.current;
    }
    const bar = bars[at ?? -1];
    line.textContent = bar ? `${bar.name}: ${requests(bar.count)}` : sumOf(bars, unit);
  };

  /** By the place, since a moving finger keeps the element that it touched first as its target. */
  const pointAt = ({ clientX, clientY }: PointerEvent) => {
    const column = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('.column');
    const index = column ? columns.indexOf(column) : -1;
    if (index >= 0) point(index);
  };
  group.addEventListener('pointermove', pointAt);
  group.addEventListener('pointerdown', pointAt);
  group.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse' && document.activeElement !== group) point();
  });
  group.addEventListener('focus', () => {
    line.ariaLive = 'polite';
    point(at ?? columns.length - 1);
  });
  group.addEventListener('blur', () => {
    line.ariaLive = null;
    point();
  });
  group.addEventListener('keydown', (event) =>
    onArrow(event, at ?? columns.length - 1, columns.length, point),
  );

  return (next) => {
    if (JSON.stringify(next) === JSON.stringify(bars)) return;
    const before = new Map(bars.map(({ name, count }) => [name, count]));
    bars = next;
    const top = roundUp(Math.max(...bars.map(({ count }) => count), 1));
    columns = bars.map((bar) => column(bar, top, before.get(bar.name) ?? bar.count));
    const drawn = [scale(top), ...columns];
    for (const part of drawn) part.ariaHidden = 'true';
    group.replaceChildren(...drawn);
    part(figure, 'tbody').replaceChildren(...bars.map(tableRow));
    point(at);
  };
};

const sumOf = (bars: readonly Bar[], unit: string): string => {
  const counts = bars.map(({ count }) => count);
  const sum = counts.reduce((total, count) => total + count, 0);
  const peak = sum === 0 ? '' : `, at most ${shown(Math.max(...counts))} in ${unit}`;
  return `${requests(sum)}${peak}`;
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

/** @param before - what was shown for the same period; a bar grows from there. */
const column = ({ tick, count }: Bar, top: number, before: number): HTMLElement => {
  // A single call must be visible beside thousands.
  const height = (amount: number) => (amount === 0 ? '0' : `max(3px, ${(100 * amount) / top}%)`);
  const amount = element('div', count > before ? 'amount grown' : 'amount');
  amount.style.blockSize = height(count);
  amount.style.setProperty('--before', height(before));
  return element('div', 'column', element('div', 'shaft', amount), element('span', '', tick));
};

const tableRow = ({ name, count }: Bar): HTMLElement => {
  const head = element('th', '', name);
  head.setAttribute('scope', 'row');
  return element('tr', '', head, element('td', '', shown(count)));
};

const requests = (count: number): string => `${shown(count)} request${count === 1 ? '' : 's'}`;

const shown = (count: number): string => count.toLocaleString('en');
