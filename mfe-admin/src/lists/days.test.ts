import { dayOf, momentsOf } from './DayFields.tsx';

test('accepts only days of the calendar', () => {
  expect(['2026-02-28', '2028-02-29', '9999-12-30'].map(dayOf)).toEqual(['2026-02-28', '2028-02-29', '9999-12-30']);
  for (const text of [
    '2026-02-30',
    '2026-02-29',
    '2026-99-99',
    '9999-12-31',
    '2026-2-3',
    '12026-02-03',
    'today',
    '',
    null,
  ])
    expect(dayOf(text)).toBe('');
});

test('the last day of a query includes all its hours', () => {
  expect(momentsOf({ from: '2026-02-28', to: '2026-02-28' })).toEqual({ after: '2026-02-28', before: '2026-03-01' });
  expect(momentsOf({ from: '', to: '9999-12-30' })).toEqual({ before: '9999-12-31' });
  expect(momentsOf({ from: '', to: '' })).toEqual({});
});
