import type { PageScores } from './audit.ts';
import { lighthouseRows } from './rows.ts';

function page(path: string, performance: number, seo = 100): PageScores {
  return { path, form: 'mobile', scores: { performance, accessibility: 100, 'best-practices': 100, seo }, missed: [] };
}

test('tells the lowest score of each category, whose it is, and whether it is enough', () => {
  const rows = lighthouseRows([page('/', 95), page('/news', 94, 92), page('/about', 94)]);
  expect(rows.map(({ where, figure, ours, target, met }) => [where, figure, ours, target, met])).toEqual([
    ['lighthouse mobile', 'performance, lowest /news /about', '94', '>= 95', false],
    ['lighthouse mobile', 'accessibility, all pages', '100', '>= 100', true],
    ['lighthouse mobile', 'best-practices, all pages', '100', '>= 100', true],
    ['lighthouse mobile', 'seo, lowest /news', '92', '>= 100', false],
  ]);
});
