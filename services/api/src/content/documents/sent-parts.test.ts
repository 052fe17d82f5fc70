import { type StoredParts, withParts } from './access-log.ts';

const of = (start: number, end: number) => ({ start, end });

/** Adds parts one after the other. */
function all(parts: readonly (readonly [number, number])[], size: number): StoredParts | 'whole' {
  let stored: StoredParts = [];
  for (const [start, end] of parts) {
    const next = withParts(stored, [of(start, end)], size);
    if (next === 'whole') return next;
    stored = next;
  }
  return stored;
}

it('is whole from 95 % on, in whatever parts and order, and no byte counts twice', () => {
  expect(all([[0, 94]], 100)).toEqual([0, 94]);
  expect(all([[0, 95]], 100)).toBe('whole');
  expect(
    all(
      [
        [50, 100],
        [0, 45],
      ],
      100,
    ),
  ).toBe('whole');
  expect(
    all(
      Array.from({ length: 200 }, () => [0, 50] as const),
      100,
    ),
  ).toEqual([0, 50]);
  expect(
    all(
      [
        [0, 50],
        [25, 75],
        [10, 60],
        [75, 94],
      ],
      100,
    ),
  ).toEqual([0, 94]);
  expect(
    all(
      [
        [0, 0],
        [100, 100],
      ],
      100,
    ),
  ).toEqual([]);
  expect(all([[0, 1]], 1)).toBe('whole');
});

it('forgets the shortest of very many parts, and counts them when they are sent again', () => {
  const size = 1_000_000;
  const scattered = Array.from({ length: 2000 }, (_, place) => [place * 500, place * 500 + 1 + (place % 100)] as const);
  const kept = all(scattered, size);
  if (kept === 'whole') throw new Error('not whole');
  expect(kept).toHaveLength(1000);
  expect(withParts(kept, [of(0, size - 1)], size)).toBe('whole');
});
