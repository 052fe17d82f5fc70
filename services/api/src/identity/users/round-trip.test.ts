import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { emailSchema, personNameSchema } from '@cytocomm/contract';
import fc from 'fast-check';
import { Types } from 'mongoose';
import { createCsvFiles } from '../../platform/exports/csv-file.ts';
import { readPeopleFile } from './import-file.ts';
import { judgeRows } from './import-rows.ts';
import { EXPORT_COLUMNS, exportLineOf } from './router.ts';

const ROLES = ['investor', 'customer', 'lab-lead'];
const csv = createCsvFiles({ audit: { record: async () => undefined }, log: { error: jest.fn() } });
const call = {
  principal: {
    ...{ userId: 'a'.repeat(24), email: 'ada@x.example', name: 'Ada', roles: ['admin'], groups: [], sid: 's' },
    ...{ defaultRole: undefined, addedAt: new Date(0), provedAt: new Date(0), hasPasskey: false, lacksPasskey: false },
  },
  ...{ query: {}, admitAgain: async () => undefined, clientAddress: '192.0.2.1', userAgent: 'x' },
};

interface Person {
  readonly email: string;
  readonly name: string;
  readonly roles: string[];
  readonly groups: string[];
}

async function exported(people: readonly Person[]): Promise<string> {
  const res = Object.assign(new PassThrough(), { setHeader: () => undefined });
  const users = people.map((person) => ({ ...person, _id: new Types.ObjectId(), createdAt: new Date(0) }));
  const file = { name: 'users.csv', columns: EXPORT_COLUMNS, lineOf: exportLineOf, action: 'user.exported' as const };
  const written = text(res);
  await csv.write({ ...call, res }, { ...file, read: async () => ({ items: users, nextCursor: null }) });
  return written;
}

/** What spreadsheets, and this service, treat in their own ways. */
const AWKWARD = [...'\'"=+-@;,\t ＝Ä\u00a0x', '+49 170', '<a@x.example>'];
const awkward = fc.array(fc.constantFrom(...AWKWARD), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
const nameArbitrary = fc
  .oneof(awkward, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }))
  .filter((name) => personNameSchema.safeParse(name).success)
  .map((name) => personNameSchema.parse(name));
const emailArbitrary = fc
  .emailAddress()
  .filter((email) => emailSchema.safeParse(email).success)
  .map((email) => emailSchema.parse(email));
const people = fc.uniqueArray(
  fc.record({
    email: emailArbitrary,
    name: nameArbitrary,
    roles: fc.subarray(ROLES, { minLength: 1 }),
    groups: fc.subarray(['board', 'series-a']),
  }),
  { minLength: 1, maxLength: 5, selector: ({ email }) => email },
);

it('reads its own export: the same people, with their names, roles and groups', async () => {
  await fc.assert(
    fc.asyncProperty(people, async (written) => {
      const { rows } = await readPeopleFile(Buffer.from(await exported(written)));
      const judged = await judgeRows(rows, new Set(ROLES));
      expect(judged.map((row) => ('person' in row ? row.person : row))).toEqual(written);
    }),
  );
});
