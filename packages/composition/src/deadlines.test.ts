import { DEADLINES } from './deadlines.ts';

test('what is inside fails before what is around it', () => {
  const { onePass, entry, chunk, component, slot } = DEADLINES;
  expect(onePass).toBeLessThan(entry);
  expect(Math.max(entry, chunk)).toBeLessThan(component);
  expect(component).toBeLessThan(slot);
});
