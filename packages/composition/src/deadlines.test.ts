import { DEADLINES } from './deadlines.ts';

test('what is late is told before it is called failed, and waited for after that', () => {
  const times = Object.values(DEADLINES);
  expect(times).toEqual([...times].sort((one, other) => one - other));
});
