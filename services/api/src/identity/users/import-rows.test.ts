import { setImmediate as turn } from 'node:timers/promises';
import { MAX_IMPORT_ROWS } from '@cytocomm/contract';
import { type FileRow, readPeopleFile } from './import-file.ts';
import { judgeRows, rolesNamedIn } from './import-rows.ts';

/** Others have their turn after this much of the thread's work on the average, in ms; a pause of the memory's counts once. */
const MAX_MS = 50;

/** Expects that others have their turn while work goes on. A file that is refused is judged by the caller. */
async function expectTurns(work: () => Promise<unknown>): Promise<void> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const before = spent();
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work().then(end, end);
  let turns = 0;
  for (; !isOver; turns += 1) await turn();
  expect(turns).toBeGreaterThanOrEqual(Math.floor((spent() - before) / MAX_MS));
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
  await expectTurns(async () => {
    ({ rows } = await readPeopleFile(bytes));
  });
  expect(rows).toHaveLength(MAX_IMPORT_ROWS);
  await expectTurns(() => rolesNamedIn(rows));
  await expectTurns(() => judgeRows(rows, new Set(['investor', 'customer'])));
});

it('reads what spreadsheets, mail programs and address books leave in a row', async () => {
  const lines = [
    '\u200bE-mail\u00a0,Name,Roles',
    '\u200bann@x.example,Ann\u200b\u00a0Example,Investors',
    'bob @ x.example,Bob,Customer',
    'Cleo Example <cleo@x.example>,,investor; customers',
    'mailto:dora@x.example,Dora,\ufeffinvestor\u00a0',
    "fay@x.example,'+49 170 1234,investor",
  ];
  const { rows } = await readPeopleFile(Buffer.from(lines.join('\n')));
  const judged = await judgeRows(rows, new Set((await rolesNamedIn(rows)).filter((role) => !role.endsWith('s'))));
  expect(judged.map((row) => ('person' in row ? Object.values(row.person).flat().join(' | ') : row))).toEqual([
    'ann@x.example | Ann Example | investor',
    'bob@x.example | Bob | customer',
    'cleo@x.example | Cleo Example | investor | customer',
    'dora@x.example | Dora | investor',
    'fay@x.example | +49 170 1234 | investor',
  ]);
});
