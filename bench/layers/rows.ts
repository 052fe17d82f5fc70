import { compare, type Row } from '../report.ts';
import { median } from '../statistics.ts';
import type { LayerFigure } from './measure.ts';

const micros = (value: number) => `${value.toFixed(0)} µs`;

/** What each layer adds to the processor time of Express that answers at once, the costliest first. */
export function layerRows(figures: readonly LayerFigure[]): Row[] {
  const nothing = median(figures.find(({ layer }) => layer === 'nothing')?.micros ?? []);
  const row = (figure: string, value: number): Row => ({
    ...compare('request', figure, micros, [value, 0], '', undefined),
    theirs: '',
  });
  const added = figures
    .filter(({ layer }) => layer !== 'nothing')
    .map(({ layer, micros: times }) => ({ layer, cost: median(times) - nothing }))
    .toSorted((a, b) => b.cost - a.cost);
  return [row('Express alone', nothing), ...added.map(({ layer, cost }) => row(`adds: ${layer}`, cost))];
}
