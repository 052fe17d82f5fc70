import { type Connection, createConnection, mongo } from 'mongoose';
import pino from 'pino';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { type AuditTrail, createAuditTrail } from './service.ts';
import { checkpointText } from './upkeep.ts';

// Somebody writes to the database and has no key. Each change of rows and seals is found.

const SECRETS = { auditSecrets: ['the secret that seals, 32 characters'] } as const;
let lines: string[] = [];
const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

interface Stored extends mongo.BSON.Document {
  _id: mongo.ObjectId | number | string;
}

/** Eight of them. */
type Rows = readonly [Stored, Stored, Stored, Stored, Stored, Stored, Stored, Stored];

function isEight(rows: readonly Stored[]): rows is Rows {
  return rows.length === 8;
}

/** A trail of four seals over two rows each, and the way past the service. */
interface Scene extends AsyncDisposable {
  readonly trail: AuditTrail;
  rows(): mongo.Collection<Stored>;
  seals(): mongo.Collection<Stored>;
  /** Returns the rows in their order. */
  allRows(): Promise<Rows>;
  /** Puts back what was there. */
  reset(): Promise<void>;
  fault(): Promise<string | undefined>;
}

async function openScene(): Promise<Scene> {
  const { uri } = server.sibling();
  lines = [];
  const raw: Connection = await createConnection(uri).asPromise();
  const database: Database = openDatabase(uri, log);
  await database.client;
  const trail = createAuditTrail(database, SECRETS, log);
  for (let number = 1; number <= 8; number += 1) {
    await trail.record({
      action: 'user.added',
      actor: 'admin@x.example',
      subject: `person-${number}@x.example`,
      from: '192.0.2.1',
      userAgent: 'test',
      detail: { roles: 'investor' },
      request: `request-${number}`,
    });
    if (number % 2 === 0) await trail.seal();
  }
  const [rows, seals] = [raw.collection<Stored>('audit'), raw.collection<Stored>('audit_seals')];
  const stored = await Promise.all(
    [rows, seals].map(async (collection) => ({ collection, records: await collection.find({}).toArray() })),
  );
  return {
    trail,
    rows: () => rows,
    seals: () => seals,
    allRows: async () => {
      const all = await rows.find({}).sort({ _id: 1 }).toArray();
      if (!isEight(all)) throw new Error('there are not eight rows');
      return all;
    },
    reset: async () => {
      for (const { collection, records } of stored) {
        await collection.deleteMany({});
        await collection.insertMany(records);
      }
    },
    fault: async () => (await trail.verify()).fault,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await raw.close();
    },
  };
}

/** Another value of the same kind. */
function other(value: unknown): unknown {
  if (value instanceof Date) return new Date(value.getTime() + 1);
  if (value instanceof mongo.ObjectId) return new mongo.ObjectId();
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return value === '' ? 'x' : value.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  return { ...Object(value), roles: 'admin' };
}

it('is whole without them', async () => {
  await using scene = await openScene();
  expect(await scene.trail.verify()).toEqual({ rows: 8, seals: 4, erased: 0, fault: undefined });
});

it('a field of a row that was altered, whichever', async () => {
  await using scene = await openScene();
  const row = (await scene.allRows())[3];
  const fields = Object.keys(row).filter((name) => name !== '_id');
  expect(fields.toSorted()).toEqual(
    'action actor at detail from key mac previousHash request seal seq subject userAgent'.split(' '),
  );
  for (const field of fields) {
    for (const value of [other(row[field]), 5.5, null]) {
      await scene.rows().updateOne({ _id: row._id }, { $set: { [field]: value } });
      expect([field, value, await scene.fault()]).toEqual([field, value, expect.any(String)]);
      await scene.reset();
    }
  }
  await scene.rows().updateOne({ _id: row._id }, { $unset: { request: '' } });
  expect(await scene.fault()).toBe(`row ${row._id} was altered, or put in by somebody else`);
  const erased = { at: new Date(), key: row.key, mac: row.mac };
  await scene.rows().replaceOne({ _id: row._id }, { ...row, erased });
  expect(await scene.fault()).toBe(`row ${row._id} was altered, or put in by somebody else`);
  await scene.reset();
  expect(await scene.fault()).toBeUndefined();
});

it('a field of a seal that was altered, whichever', async () => {
  await using scene = await openScene();
  for (const seal of await scene.seals().find({}).toArray()) {
    for (const field of Object.keys(seal).filter((name) => name !== '_id')) {
      await scene.seals().updateOne({ _id: seal._id }, { $set: { [field]: other(seal[field]) } });
      expect(await scene.fault()).toMatch(new RegExp(`^seal ${seal._id} (was altered|has no MAC)`));
      await scene.reset();
    }
  }
});

it.each([
  ['in the middle', [2], 'seal 2 is over 2 rows, and 1 of them are there'],
  ['all of a seal', [2, 3], 'seal 2 is over 2 rows, and 0 of them are there'],
  ['the last one', [7], 'seal 4 is over 2 rows, and 1 of them are there'],
  ['the end', [4, 5, 6, 7], 'seal 3 is over 2 rows, and 0 of them are there'],
  ['all', [0, 1, 2, 3, 4, 5, 6, 7], 'seal 1 is over 2 rows, and 0 of them are there'],
])('rows that were removed: %s', async (_what, places, fault) => {
  await using scene = await openScene();
  const rows = await scene.allRows();
  await scene
    .rows()
    .deleteMany({ _id: { $in: rows.filter((_, place) => places.includes(place)).map(({ _id }) => _id) } });
  expect(await scene.fault()).toBe(fault);
  // Later rows and seals do not hide it.
  await scene.trail.record({ action: 'user.added', actor: null, subject: 'late@x.example' });
  expect(await scene.fault()).toBe(fault);
});

it('a seal that was removed, moved, or added', async () => {
  await using scene = await openScene();
  for (const number of [1, 2, 3]) {
    await scene.seals().deleteOne({ _id: number });
    expect(await scene.fault()).toBe(`seal ${number} is missing`);
    await scene.reset();
  }
  await scene.seals().deleteOne({ _id: 4 });
  expect(await scene.fault()).toBe('there are rows of seal 4, and no such seal');
  // Nor does another seal in its place hide it.
  await scene.trail.record({ action: 'user.added', actor: null, subject: 'late@x.example' });
  expect(await scene.fault()).toBe('seal 4 is over 1 rows, and 3 of them are there');
  await scene.reset();
  const [, , third, fourth] = await scene.seals().find({}).sort({ _id: 1 }).toArray();
  if (third === undefined || fourth === undefined) throw new Error('there are not four seals');
  await scene.seals().deleteMany({ _id: { $in: [3, 4] } });
  const swapped = [
    { ...third, _id: fourth._id },
    { ...fourth, _id: third._id },
  ];
  await scene.seals().insertMany(swapped);
  expect(await scene.fault()).toMatch(/^seal 3 was altered/);
  await scene.reset();
  await scene.seals().insertOne({ ...fourth, _id: 5, previous: fourth.mac });
  expect(await scene.fault()).toMatch(/^seal 5 was altered/);
});

it('rows that were put in, exchanged, or moved to another seal or out of all', async () => {
  await using scene = await openScene();
  const rows = await scene.allRows();
  const [, , a, b, c] = rows;
  const swap = async (one: Stored, two: Stored) => {
    await scene.rows().deleteMany({ _id: { $in: [one._id, two._id] } });
    await scene.rows().insertMany([
      { ...one, _id: two._id },
      { ...two, _id: one._id },
    ]);
  };
  for (const [one, two] of [
    [a, b],
    [b, c],
  ] as const) {
    await swap(one, two);
    expect(await scene.fault()).toMatch(/^row \w+ was altered, or put in by somebody else$/);
    await scene.reset();
  }
  const seals = [{ seal: 3 }, { seal: 1 }, { seal: 9 }, { seal: 2.5 }, { seal: 0 }, { seal: 'two' }, { seal: null }];
  for (const seal of seals) {
    await scene.rows().updateOne({ _id: a._id }, { $set: seal });
    expect([seal, await scene.fault()]).toEqual([seal, expect.stringMatching(/rows/)]);
    await scene.reset();
  }
  // Each seal has as many as it says.
  await scene.rows().updateOne({ _id: b._id }, { $set: { seal: 3 } });
  await scene.rows().updateOne({ _id: c._id }, { $set: { seal: 2 } });
  expect(await scene.fault()).toBe('the rows of seal 2 are not those that it is over');
  await scene.reset();
  expect(await scene.fault()).toBeUndefined();
});

it.each([
  ['without a MAC', { mac: undefined }],
  ['without a key', { key: undefined }],
  ['with a MAC of no text', { mac: 7 }],
  ['with the MAC of another row', {}],
  ['of which no field is what it should be', { at: 'never', detail: null, actor: 5 }],
  ['with an id that no row has', { _id: 'text' }],
  ['that claims to be sealed', { seal: 4 }],
])('a row that was fed %s is named, never sealed, and holds up no other', async (_what, fields) => {
  await using scene = await openScene();
  const [row] = await scene.allRows();
  const fed = { ...row, _id: new mongo.ObjectId('1'.repeat(24)), seal: null, ...fields };
  await scene.rows().insertOne(fed, { ignoreUndefined: true });
  await scene.trail.record({ action: 'user.added', actor: null, subject: 'late@x.example' });
  await scene.trail.seal();
  expect(await scene.rows().findOne({ subject: 'late@x.example' })).toMatchObject({ seal: 5 });
  expect(await scene.rows().findOne({ _id: fed._id })).toMatchObject({ seal: fed.seal });
  expect(await scene.fault()).toMatch(new RegExp(`^row ${fed._id} (was altered, or put in|has no MAC)`));
  expect(lines.filter((line) => line.includes('has no right MAC'))).toHaveLength(fed.seal === null ? 1 : 0);
});

it('an older state of everything is told by a checkpoint that was kept elsewhere, and by nothing else', async () => {
  await using scene = await openScene();
  const early = await scene.trail.checkpoint();
  await scene.trail.record({ action: 'user.deleted', actor: null, subject: 'evidence@x.example' });
  await scene.trail.seal();
  const late = await scene.trail.checkpoint();
  if (early === undefined || late === undefined) throw new Error('no checkpoint');
  expect(checkpointText(late)).toMatch(/^s5:[0-9a-f]{64}$/);
  expect((await scene.trail.verify([early, late])).fault).toBeUndefined();
  await scene.reset();
  expect((await scene.trail.verify([early])).fault).toBeUndefined();
  expect((await scene.trail.verify([early, late])).fault).toBe(
    'its seals end at 4, and a checkpoint says that they reached 5',
  );
  const wrong = await scene.trail.verify([{ ...early, seal: late.seal }]);
  expect(wrong.fault).toBe('seal 4 is not the one of the checkpoint');
});
