import { wordFaults } from './words.ts';

test.each([
  ['const told = 1;', 'const told'],
  ['  let held: string | null = null;', 'let held'],
  ['async function settled(): Promise<void> {}', 'function settled'],
  ['export const MOST_TRIES = 10;', 'MOST_TRIES'],
  ['/** Whoever calls it first. */', 'Whoever'],
  ["test('sessions of before do not count', () => {});", 'of before'],
])('names the words of %j', (line, words) => {
  expect(wordFaults('services/api/src/a.ts', `\n${line}\n`)).toEqual([
    expect.stringMatching(new RegExp(`^services/api/src/a\\.ts:2 has "${words}": `)),
  ]);
});

test.each(['const existingKeys = 1;', 'const MAX_ATTEMPTS = 10;', 'const keptText = 1;', '/** Monotonic clock. */'])(
  'accepts %j',
  (line) => {
    expect(wordFaults('services/api/src/a.ts', line)).toEqual([]);
  },
);
