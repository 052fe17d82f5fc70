import { addParts, type StoredParts } from './access-log.ts';

const of = (start: number, end: number) => ({ start, end });

/** Adds parts one after the other. */
function all(parts: readonly (readonly [number, number])[], size: number): StoredParts | 'whole' {
  let stored: StoredParts = [];
  for (const [start, end] of parts) {
    const next = addParts(stored, [of(start, end)], size);
    if (next === 'whole') return next;
    stored = next;
  }
  return stored;
}

it('is whole from 95 % on, in any parts and order, counting each byte once', () => {
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

it('drops the shortest of very many parts, and counts them when sent again', () => {
  const size = 1_000_000;
  const scattered = Array.from({ length: 2000 }, (_, place) => [place * 500, place * 500 + 1 + (place % 100)] as const);
  const parts = all(scattered, size);
  if (parts === 'whole') throw new Error('not whole');
  expect(parts).toHaveLength(1000);
  expect(addParts(parts, [of(0, size - 1)], size)).toBe('whole');
});
