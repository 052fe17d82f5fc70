import { dayFilters } from './list-filters.tsx';

const [from, to] = dayFilters;

test('accepts only days of the calendar', () => {
  const days = ['2026-02-28', '2028-02-29', '9999-12-30'];
  expect(days.map((day) => from?.read(day))).toEqual(days);
  for (const text of ['2026-02-30', '2026-02-29', '2026-99-99', '9999-12-31', '2026-2-3', '12026-02-03', 'today', ''])
    expect(to?.read(text)).toBe('');
});

test('the last day of a query includes all its hours', () => {
  expect([from?.query('2026-02-28'), to?.query('2026-02-28')]).toEqual([
    { after: '2026-02-28' },
    { before: '2026-03-01' },
  ]);
  expect(to?.query('9999-12-30')).toEqual({ before: '9999-12-31' });
  expect([from?.query(''), to?.query('')]).toEqual([{}, {}]);
});
