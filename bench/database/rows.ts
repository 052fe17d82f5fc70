import { alone, type Row } from '../report.ts';
import type { DatabaseFigure } from './measure.ts';

const written = (value: number) => (value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en-US'));

/** The figures of a database beside what they must reach. */
export function databaseRows(figures: readonly DatabaseFigure[]): Row[] {
  return figures.map(({ figure, value, unit, target }) =>
    alone('database', figure, (each) => `${written(each)} ${unit}`, value, target),
  );
}
