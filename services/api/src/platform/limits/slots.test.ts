import { createSlots } from './service.ts';

it('a holder with too many is told so with 429, and everybody with 503 when there are no more', () => {
  const slots = createSlots('things', 3);
  const holders = [{ key: 'a', max: 1 }];
  const free = slots.take(holders);
  expect(() => slots.take(holders)).toThrow(
    expect.objectContaining({ status: 429, code: 'rate-limited', headers: { 'Retry-After': '5' } }),
  );
  free();
  slots.take(holders);
  slots.take([]);
  slots.take([]);
  expect(() => slots.take([])).toThrow(
    expect.objectContaining({ status: 503, code: 'busy', headers: { 'Retry-After': '5' } }),
  );
  expect(slots.taken()).toBe(3);
});
