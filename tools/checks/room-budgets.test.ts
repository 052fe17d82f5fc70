import { excesses, longFiles, roomOf, type Weight, weightsOf } from './room-budgets.ts';

const lines = (count: number) => 'x\n'.repeat(count);
const files = new Map([
  ['shell/src/App.tsx', lines(20)],
  ['shell/src/App.test.tsx', lines(30)],
  ['shell/README.md', 'Two words.\n'],
  ['packages/http/src/send-as.ts', lines(5)],
  ['packages/http/api.md', 'Not written by hand.'],
  ['.changeset/a.md', 'News.'],
]);

test.each([
  ['shell/src/App.tsx', 'shell'],
  ['packages/http/src/send-as.ts', 'packages/http'],
  ['jest.config.ts', '.'],
])('%s is of the room %s', (path, room) => {
  expect(roomOf(path)).toBe(room);
});

test('source, tests and documents count apart, by room and together', () => {
  const weights = weightsOf(files);
  expect(weights.get('shell')).toEqual([20, 1, 30, 2]);
  expect(weights.get('packages/http')).toEqual([5, 1, 0, 0]);
  expect(weights.get('total')).toEqual([25, 2, 30, 2]);
});

test('a room that has grown is named, with how much', () => {
  const budget = { shell: [20, 1, 30, 2], 'packages/http': [5, 1, 0, 0], '.changeset': [0, 0, 0, 0] } as const;
  const check = (total: Weight) => excesses(weightsOf(files), { ...budget, total });
  expect(check([25, 2, 30, 2])).toEqual([]);
  expect(check([24, 2, 30, 2])).toEqual(['total has 25 lines of source, 1 more than its budget of 24.']);
  expect(excesses(new Map([['bench', [0, 0, 7, 0]]]), budget)).toEqual([
    'bench has 7 lines of tests, 7 more than its budget of 0.',
  ]);
});

test('a long file is refused, a long test when there are too many', () => {
  const long = new Map([...files, ['shell/long.ts', lines(351)], ['shell/long.test.ts', lines(351)]]);
  expect(longFiles(files, 0)).toEqual([]);
  expect(longFiles(long, 1)).toEqual(['shell/long.ts has 351 lines; 350 are allowed.']);
  expect(longFiles(long, 0)).toContain('1 tests have more than 350 lines; 0 are allowed.');
});
