import type { ContenderName } from './contenders.ts';
import { type ContenderResult, mediansOf } from './home.ts';
import type { PageFigures } from './measure/visit.ts';
import { alone, buildRows, compare, formatTable, homeRows } from './report.ts';

const figures: PageFigures = {
  lcpMs: 1000,
  interactiveMs: 2000,
  layoutShift: 0,
  requests: 6,
  bytes: 200_000,
  scriptBytes: 100_000,
};

function result(contender: ContenderName, change: Partial<PageFigures> = {}): ContenderResult {
  const medians = { ...figures, ...change };
  return { condition: 'throttled', contender, medians, samples: [medians] };
}

const rowsOf = (figure: string, results: readonly ContenderResult[]) =>
  homeRows(results).filter((row) => row.figure === figure);

test('each figure gets its own median, not the sample in the middle', () => {
  const samples = [
    { ...figures, lcpMs: 1, bytes: 30 },
    { ...figures, lcpMs: 2, bytes: 10 },
    { ...figures, lcpMs: 9, bytes: 20 },
  ];
  expect(mediansOf(samples)).toEqual({ ...figures, lcpMs: 2, bytes: 20 });
});

test('a ratio target is met up to its bound and missed above it', () => {
  const paint = (ours: number) =>
    rowsOf('largest contentful paint', [result('portal', { lcpMs: ours }), result('prerendered monolith')]);
  expect(paint(1050)).toMatchObject([{ ratio: '1.05', target: '<= 1.05 x', met: true }]);
  expect(paint(1051)).toMatchObject([{ ratio: '1.05', met: false }]);
});

test('the portal is held against each monolith by that one’s own bound', () => {
  const rows = rowsOf('largest contentful paint', [
    result('portal', { lcpMs: 400 }),
    result('monolith', { lcpMs: 1000 }),
    result('prerendered monolith', { lcpMs: 400 }),
  ]);
  expect(rows).toMatchObject([
    { against: 'prerendered monolith', theirs: '400 ms', ratio: '1.00', met: true },
    { against: 'monolith', theirs: '1000 ms', ratio: '0.40', target: '<= 0.35 x', met: false },
  ]);
});

test('script bytes are held against the monolith and against a bound of their own, in KB of 1000 bytes', () => {
  const rows = rowsOf('script bytes', [
    result('portal', { scriptBytes: 130_001 }),
    result('monolith', { scriptBytes: 120_000 }),
  ]);
  expect(rows).toMatchObject([
    { target: '<= 1.15 x', met: true },
    { ours: '130.0 KB', theirs: '120.0 KB', target: '<= 130.0 KB', met: false },
  ]);
});

test('what was not measured is left out, and a figure without a target is neither met nor missed', () => {
  const rows = homeRows([result('portal'), result('monolith')]);
  expect(rows.map((row) => row.against)).not.toContain('prerendered monolith');
  expect(rows.find((row) => row.figure === 'bytes')).toMatchObject({ target: '', met: undefined });
});

test('a monolith that shifted nothing gives no ratio', () => {
  expect(rowsOf('layout shift', [result('portal', { layoutShift: 0.1 }), result('monolith')])).toMatchObject([
    { ours: '0.100', theirs: '0.000', ratio: '' },
  ]);
});

test('conditions are not mixed', () => {
  const rows = rowsOf('interactive', [
    result('portal'),
    { ...result('portal', { interactiveMs: 10 }), condition: 'unthrottled' },
    { ...result('monolith', { interactiveMs: 20 }), condition: 'unthrottled' },
  ]);
  expect(rows).toMatchObject([{ where: 'unthrottled', ours: '10 ms', theirs: '20 ms', ratio: '0.50' }]);
});

test('the slowest remote stands for one remote', () => {
  const rows = buildRows({
    byWorkspace: { shell: 6000, 'mfe-a': 1000, 'mfe-b': 3000 },
    everythingMs: 10_000,
    slowestRemote: { name: 'mfe-b', ms: 3000 },
    monolithMs: 8000,
  });
  expect(rows).toMatchObject([
    { figure: 'mfe-b', ours: '3.0 s', against: 'everything', theirs: '10.0 s', ratio: '0.30', met: false },
    { figure: 'everything', against: 'monolith', ratio: '1.25', met: undefined },
  ]);
});

test('the table has its columns under each other and says plainly what is missed', () => {
  const table = formatTable(homeRows([result('portal', { requests: 9, layoutShift: 0 }), result('monolith')]));
  const lines = table.split('\n');
  const requests = lines.find((line) => line.includes('requests'));
  expect(requests).toMatch(/requests +9 +monolith +6 +1\.50 +<= 8 +NO$/);
  const column = lines[0]?.indexOf('beside') ?? -1;
  expect(lines.slice(1).every((line) => line.slice(column).startsWith('monolith'))).toBe(true);
});

test('a rate is to be at least its share of the other contender’s, a figure of its own at most its bound', () => {
  const rate = (ours: number) => compare('documents', 'download', String, [ours, 100], 'bare', { ratioAtLeast: 0.85 });
  expect(rate(85)).toMatchObject({ ratio: '0.85', target: '>= 0.85 x', met: true });
  expect(rate(84)).toMatchObject({ met: false });
  const memory = (ours: number) => alone('documents', 'memory', (value) => `${value} MB`, ours, { atMost: 64 });
  expect(memory(64)).toMatchObject({ ours: '64 MB', against: '', theirs: '', ratio: '', met: true });
  expect(memory(65)).toMatchObject({ target: '<= 64 MB', met: false });
});
