import { pageRows } from './rows.ts';

const figures = { lcpMs: 500, layoutShift: 0, requests: 6, bytes: 261_000, scriptBytes: 100_000 };

test('every page is held to the monolith’s paint and to a still layout, Home to its weight too', () => {
  const rows = pageRows([
    { path: '/', portal: figures, prerenderedMonolith: figures },
    { path: '/news', portal: { ...figures, lcpMs: 526, layoutShift: 0.021 }, prerenderedMonolith: figures },
  ]);
  expect(rows.map(({ where, figure, met }) => [where, figure, met])).toEqual([
    ['/', 'largest contentful paint', true],
    ['/', 'layout shift', true],
    ['/', 'bytes', false],
    ['/news', 'largest contentful paint', false],
    ['/news', 'layout shift', false],
  ]);
});
