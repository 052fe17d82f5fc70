import { alone, compare, formatTable } from './report.ts';

test('a ratio target is met up to its bound and missed beyond it', () => {
  const paint = (ours: number) =>
    compare('throttled', 'paint', String, [ours, 1000], 'monolith', { ratioAtMost: 1.05 });
  expect(paint(1050)).toMatchObject({ ratio: '1.05', target: '<= 1.05 x', met: true });
  expect(paint(1051)).toMatchObject({ ratio: '1.05', met: false });
  const rate = (ours: number) => compare('documents', 'download', String, [ours, 100], 'bare', { ratioAtLeast: 0.85 });
  expect(rate(85)).toMatchObject({ target: '>= 0.85 x', met: true });
  expect(rate(84)).toMatchObject({ met: false });
});

test('a figure of its own is held to its bound, and without a target it is neither met nor missed', () => {
  const memory = (ours: number) => alone('documents', 'memory', (value) => `${value} MB`, ours, { atMost: 64 });
  expect(memory(64)).toMatchObject({ ours: '64 MB', against: '', theirs: '', ratio: '', met: true });
  expect(memory(65)).toMatchObject({ target: '<= 64 MB', met: false });
  expect(alone('seo', 'score', String, 99, { atLeast: 100 })).toMatchObject({ target: '>= 100', met: false });
  expect(alone('home', 'bytes', String, 1)).toMatchObject({ target: '', met: undefined, ratio: '' });
});

test('the table has its columns under each other and says plainly what is missed', () => {
  const [headings = '', short = '', long = ''] = formatTable([
    compare('home', 'requests', String, [9, 6], 'monolith', { atMost: 8 }),
    compare('home', 'largest contentful paint', String, [1000, 2000], 'monolith'),
  ]).split('\n');
  expect(short).toMatch(/requests +9 +monolith +6 +1\.50 +<= 8 +NO$/);
  const column = headings.indexOf('beside');
  expect([short, long].map((line) => line.slice(column, column + 8))).toEqual(['monolith', 'monolith']);
});
