import type { PageFigures } from './browser/visit.ts';
import type { ContenderName } from './contenders.ts';
import { type HomeSeries, homeRows, pageRows } from './home.ts';

const figures: PageFigures = {
  ...{ lcpMs: 1000, interactiveMs: 2000, layoutShift: 0 },
  ...{ requests: 6, bytes: 261_000, scriptBytes: 100_000 },
};

const series = (contender: ContenderName, ...changes: readonly Partial<PageFigures>[]): HomeSeries => ({
  condition: 'throttled',
  contender,
  samples: (changes.length > 0 ? changes : [{}]).map((change) => ({ ...figures, ...change })),
});

test('the portal is held against each monolith by that one’s own bound, each figure by its own median', () => {
  const rows = homeRows([
    series('portal', { lcpMs: 1, bytes: 30 }, { lcpMs: 400, bytes: 10 }, { lcpMs: 900, bytes: 20 }),
    series('monolith'),
    series('prerendered monolith', { lcpMs: 400 }),
  ]);
  expect(rows.filter(({ figure }) => figure === 'largest contentful paint')).toMatchObject([
    { against: 'prerendered monolith', theirs: '400 ms', ratio: '1.00', met: true },
    { against: 'monolith', theirs: '1000 ms', ratio: '0.40', target: '<= 0.35 x', met: false },
  ]);
  expect(rows.find(({ figure }) => figure === 'bytes')).toMatchObject({ ours: '0.0 KB', target: '', met: undefined });
});

test('what was not measured is left out, and conditions are not mixed', () => {
  const unthrottled = (one: HomeSeries): HomeSeries => ({ ...one, condition: 'unthrottled' });
  const rows = homeRows([series('portal'), unthrottled(series('portal')), unthrottled(series('monolith'))]);
  expect(new Set(rows.map(({ where, against }) => `${where}, ${against}`))).toEqual(new Set(['unthrottled, monolith']));
});

test('a page is held to the monolith’s paint and to a still layout, Home to its weight too', () => {
  const met = (path: string, ours: PageFigures) =>
    pageRows({ path, ours: [ours], others: [figures] }).map((row) => row.met);
  expect(met('/', figures)).toEqual([true, true, false]);
  expect(met('/news', { ...figures, lcpMs: 1051, layoutShift: 0.021 })).toEqual([false, false]);
});
