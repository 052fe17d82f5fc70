import { databaseRows } from './rows.ts';

it('writes each figure with its unit, and says which are met', () => {
  const rows = databaseRows([
    { figure: 'inserts', value: 1499.6, unit: '/s', target: { atLeast: 1500 } },
    { figure: 'files', value: 97, unit: 'MB/s', target: { atLeast: 97 } },
    { figure: 'growth', value: 1.204, unit: 'x', target: { atMost: 1.2 } },
  ]);
  expect(rows.map(({ figure, ours, target, met }) => [figure, ours, target, met])).toEqual([
    ['inserts', '1,500 /s', '>= 1,500 /s', false],
    ['files', '97 MB/s', '>= 97 MB/s', true],
    ['growth', '1.20 x', '<= 1.20 x', false],
  ]);
});
