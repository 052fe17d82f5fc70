import { setImmediate as turn } from 'node:timers/promises';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@cytocomm/contract';
import { type FileRow, readPeopleFile } from './import-file.ts';
import { judgeRows, rolesNamedIn } from './import-rows.ts';

/** What other calls are to wait for at most, in ms of this thread's work: what else the machine does is not counted. */
const MOST_MS = 50;

/** Returns the longest time for which work kept others waiting, in ms. */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let isOver = false;
  // A file that is refused is judged by its callers.
  const end = () => {
    isOver = true;
  };
  work().then(end, end);
  let longest = 0;
  for (let before = spent(); !isOver; ) {
    await turn();
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return longest;
}

const fileOf = (head: string, row: (place: number) => string) =>
  Buffer.from([head, ...Array.from({ length: MAX_IMPORT_ROWS }, (_, place) => row(place))].join('\n'));
const PEOPLE = fileOf(
  'email,name,roles',
  (n) => `person.${n}@company${n % 97}.example,"Anna Example ${n}",investor customer`,
);
const NONSENSE = fileOf('email,roles', (n) => `${n}x,${'r '.repeat(40)}`);
// Compiled and warm, as in a service that has had a file.
beforeAll(async () => {
  const { rows } = await readPeopleFile(PEOPLE);
  await judgeRows(rows, new Set(await rolesNamedIn(rows)));
});

it.each([
  ['people', PEOPLE],
  ['nonsense', NONSENSE],
])('judges 50,000 rows of %s without keeping other calls waiting', async (_, bytes) => {
  let rows: readonly FileRow[] = [];
  expect(
    await longestStretch(async () => {
      ({ rows } = await readPeopleFile(bytes));
    }),
  ).toBeLessThan(MOST_MS);
  expect(rows).toHaveLength(MAX_IMPORT_ROWS);
  expect(await longestStretch(() => rolesNamedIn(rows))).toBeLessThan(MOST_MS);
  expect(await longestStretch(() => judgeRows(rows, new Set(['investor', 'customer'])))).toBeLessThan(MOST_MS);
});

it.each([
  ['empty rows', `email,roles\n${',\n'.repeat(MAX_IMPORT_BYTES / 2 - 10)}`],
  ['a first line without end', `email,roles${','.repeat(MAX_IMPORT_BYTES - 20)}`],
  ['empty lines', `email,roles\n${'\n'.repeat(MAX_IMPORT_BYTES - 20)}`],
  ['quotes', `email,roles\n${'"'.repeat(MAX_IMPORT_BYTES - 20)}`],
])('refuses 5 MB of %s without keeping other calls waiting', async (_, text) => {
  const bytes = Buffer.from(text);
  await expect(readPeopleFile(bytes)).rejects.toMatchObject({ status: 400 });
  expect(await longestStretch(() => readPeopleFile(bytes))).toBeLessThan(MOST_MS);
});
