import { type Connection, createConnection, type mongo } from 'mongoose';
import pino from 'pino';
import { until } from '../../testing/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { rowId } from './segment.ts';
import { type AuditTrail, createAuditTrail } from './service.ts';
import { checkpointText } from './upkeep.ts';

// Somebody writes to the database and has no key. Each change of rows, segments, seals and heads is found.

const SECRETS = { auditSecrets: ['the secret that seals, 32 characters'] } as const;
const log = pino({ level: 'silent' });

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

interface Row extends mongo.BSON.Document {
  _id: number | string;
}

/** A trail of two processes with five rows each, sealed in between, and the way past the service. */
interface Scene extends AsyncDisposable {
  readonly raw: Connection;
  readonly reader: AuditTrail;
  readonly writers: readonly AuditTrail[];
  rows(): mongo.Collection<Row>;
  seals(): mongo.Collection<Row>;
  heads(): mongo.Collection<Row>;
  fault(): Promise<string | undefined>;
}

async function scene(): Promise<Scene> {
  const { uri } = server.sibling();
  const raw = await createConnection(uri).asPromise();
  const databases: Database[] = [];
  const trail = async () => {
    const database = openDatabase(uri, log);
    databases.push(database);
    await database.client;
    return createAuditTrail(database, SECRETS, log);
  };
  const [one, other, reader] = [await trail(), await trail(), await trail()];
  for (let number = 1; number <= 5; number += 1) {
    for (const [place, writer] of [one, other].entries())
      await writer.record({
        action: 'user.added',
        actor: 'admin@x.example',
        subject: `person-${place}-${number}@x.example`,
        from: '192.0.2.1',
        userAgent: 'test',
        detail: { roles: 'investor' },
        request: `request-${number}`,
      });
    if (number === 2 || number === 4) await reader.seal();
  }
  // So that the heads have followed.
  const heads = () => raw.collection<Row>('audit_head');
  await until('the heads', async () => (await heads().countDocuments({ _id: /^segment/, seq: 5 })) === 2 || undefined);
  return {
    raw,
    reader,
    writers: [one, other],
    rows: () => raw.collection<Row>('audit'),
    seals: () => raw.collection<Row>('audit_seals'),
    heads,
    fault: async () => (await reader.verify()).fault,
    [Symbol.asyncDispose]: async () => {
      for (const writer of [one, other]) await writer.settle();
      for (const database of databases) await database.close();
      await raw.close();
    },
  };
}

const id = (segment: number, seq: number) => rowId({ segment, seq });
/** Another value of the same kind. */
function other(value: unknown): unknown {
  if (value instanceof Date) return new Date(value.getTime() + 1);
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return value === '' ? 'x' : value.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  return { ...(value as object), roles: 'admin' };
}

it('is whole without them', async () => {
  await using trail = await scene();
  expect(await trail.reader.verify()).toEqual({ rows: 10, segments: 2, erased: 0, fault: undefined });
  expect(await trail.seals().countDocuments({})).toBe(4);
});

it('a field of a row that was altered, whichever', async () => {
  await using trail = await scene();
  const row = await trail.rows().findOne({ _id: id(2, 3) });
  if (row === null) throw new Error('no row');
  const fields = Object.keys(row).filter((name) => name !== '_id');
  expect(fields.toSorted()).toEqual(
    'action actor at detail from hash key previousHash request subject userAgent'.split(' '),
  );
  for (const field of fields) {
    await trail.rows().updateOne({ _id: row._id }, { $set: { [field]: other(row[field]) } });
    expect([field, await trail.fault()]).toEqual([field, expect.stringContaining('row 3 of segment 2')]);
    await trail.rows().replaceOne({ _id: row._id }, row);
  }
  await trail.rows().updateOne({ _id: row._id }, { $unset: { request: '' } });
  expect(await trail.fault()).toContain('row 3 of segment 2 was altered');
  await trail.rows().replaceOne({ _id: row._id }, { ...row, erased: { at: new Date(), key: row.key, seal: row.hash } });
  expect(await trail.fault()).toContain('row 3 of segment 2 was altered');
  await trail.rows().replaceOne({ _id: row._id }, row);
  expect(await trail.fault()).toBeUndefined();
});

it('a field of a seal or of a head that was altered, whichever', async () => {
  await using trail = await scene();
  for (const collection of [trail.seals(), trail.heads()]) {
    for (const record of await collection.find({}).toArray()) {
      const fields = Object.keys(record).filter((name) => !['_id', 'movedAt', 'places'].includes(name));
      for (const field of fields) {
        await collection.updateOne({ _id: record._id }, { $set: { [field]: other(record[field]) } });
        expect([record._id, field, await trail.fault()]).toEqual([record._id, field, expect.any(String)]);
        await collection.replaceOne({ _id: record._id }, record);
      }
    }
  }
  const [sealed] = await trail
    .seals()
    .find({ 'places.1': { $exists: true } })
    .toArray();
  if (sealed === undefined) throw new Error('no seal over two segments');
  const places: { segment: number; seq: number; hash: string }[] = sealed.places;
  const wrong = [
    places.slice(1),
    places.toReversed(),
    places.map((place) => ({ ...place, seq: place.seq - 1 })),
    places.map((place) => ({ ...place, segment: place.segment + 1 })),
    places.map((place) => ({ ...place, hash: String(other(place.hash)) })),
    [],
  ];
  for (const altered of wrong) {
    await trail.seals().updateOne({ _id: sealed._id }, { $set: { places: altered } });
    expect(await trail.fault()).toBe(`seal ${sealed._id} was altered`);
  }
  await trail.seals().replaceOne({ _id: sealed._id }, sealed);
  expect(await trail.fault()).toBeUndefined();
});

it.each([
  ['a row in the middle', [3], 'row 3 of segment 1 is missing'],
  ['the first row', [1], 'row 1 of segment 1 is missing'],
  [
    'the last row, which no seal names yet',
    [5],
    'segment 1 ends at row 4, and its head record says that it reached row 5',
  ],
  ['a tail that a seal names', [3, 4, 5], 'segment 1 ends at row 2, and its head record says that it reached row 5'],
  ['all rows', [1, 2, 3, 4, 5], 'segment 1 ends at row 0, and its head record says that it reached row 5'],
])('%s that was removed', async (_what, seqs, fault) => {
  await using trail = await scene();
  await trail.rows().deleteMany({ _id: { $in: seqs.map((seq) => id(1, seq)) } });
  expect(await trail.fault()).toBe(fault);
  // A later seal and later rows do not hide it.
  await trail.reader.seal();
  for (const writer of trail.writers)
    await writer.record({ action: 'user.added', actor: null, subject: 'late@x.example' });
  await trail.reader.seal();
  expect(await trail.fault()).toMatch(/^(row \d of segment 1 is missing|segment 1 ends at)/);
});

it.each([[[5]], [[3, 4, 5]], [[1, 2, 3, 4, 5]]])('rows %p that were removed with their head record', async (seqs) => {
  await using trail = await scene();
  await trail.rows().deleteMany({ _id: { $in: seqs.map((seq) => id(1, seq)) } });
  await trail.heads().deleteOne({ _id: 'segment-1' });
  expect(await trail.fault()).toBe('the head record of segment 1 is missing');
  await trail.reader.seal();
  expect(await trail.fault()).toBe('the head record of segment 1 is missing');
});

it('rows of a segment that has ended, and so has no head record', async () => {
  await using trail = await scene();
  for (const writer of trail.writers) await writer.settle();
  expect(await trail.heads().countDocuments({ _id: /^segment/ })).toBe(0);
  expect(await trail.fault()).toBeUndefined();
  await trail.rows().deleteMany({ _id: id(2, 5) });
  expect(await trail.fault()).toBe('row 5 of segment 2 is missing, and seal 6 names it');
  await trail.rows().deleteMany({ _id: { $gte: id(2, 1) } });
  expect(await trail.fault()).toMatch(/^row \d of segment 2 is missing, and seal \d names it$/);
});

it('a head record that was removed, or put in the place of another', async () => {
  await using trail = await scene();
  const heads = await trail.heads().find({}).toArray();
  await trail.heads().deleteOne({ _id: 'segment-1' });
  expect(await trail.fault()).toBe('the head record of segment 1 is missing');
  const [seals, first, second] = ['seals', 'segment-1', 'segment-2'].map((name) =>
    heads.find(({ _id }) => _id === name),
  );
  await trail.heads().insertOne({ ...second, _id: 'segment-1' });
  expect(await trail.fault()).toMatch(/not the one that the head record names|was altered/);
  await trail.heads().replaceOne({ _id: 'segment-1' }, { ...seals, _id: 'segment-1' });
  expect(await trail.fault()).toBeDefined();
  await trail.heads().replaceOne({ _id: 'segment-1' }, { ...first });
  await trail.heads().deleteOne({ _id: 'seals' });
  expect(await trail.fault()).toBe('the head record of its seals is missing');
});

it('a seal that was removed, moved, or added', async () => {
  await using trail = await scene();
  const seals = await trail.seals().find({}).sort({ _id: 1 }).toArray();
  const back = async () => {
    await trail.seals().deleteMany({});
    await trail.seals().insertMany(seals);
  };
  for (const { _id } of seals) {
    await trail.seals().deleteOne({ _id });
    const isLast = _id === seals.length;
    expect(await trail.fault()).toBe(
      isLast ? 'its seals end at 3, and their head record says that they reached 4' : `seal ${_id} is missing`,
    );
    await back();
  }
  const [, , third, fourth] = seals;
  await trail.seals().deleteMany({ _id: { $in: [3, 4] } });
  await trail.seals().insertMany([
    { ...third, _id: 4 },
    { ...fourth, _id: 3 },
  ]);
  expect(await trail.fault()).toBe('seal 3 was altered');
  await back();
  await trail.seals().insertOne({ ...fourth, _id: 5, previousHash: fourth?.hash });
  expect(await trail.fault()).toBe('seal 5 was altered');
  await trail.seals().deleteMany({});
  expect(await trail.fault()).toMatch(/no seal opens it/);
});

it('rows that were put in, exchanged, or moved to another segment', async () => {
  await using trail = await scene();
  const rows = await trail.rows().find({}).toArray();
  const row = (segment: number, seq: number) => rows.find(({ _id }) => _id === id(segment, seq)) ?? { _id: 0 };
  const back = async () => {
    await trail.rows().deleteMany({});
    await trail.rows().insertMany(rows);
  };
  const swaps = [
    [row(1, 2), row(1, 3)],
    [row(1, 2), row(2, 2)],
    [row(1, 5), row(2, 5)],
  ] as const;
  for (const [a, b] of swaps) {
    await trail.rows().deleteMany({ _id: { $in: [a._id, b._id] } });
    await trail.rows().insertMany([
      { ...a, _id: b._id },
      { ...b, _id: a._id },
    ]);
    expect(await trail.fault()).toMatch(/^row \d of segment 1 was altered$/);
    await back();
  }
  for (const [_id, fault] of [
    [id(1, 6), 'row 6 of segment 1 was altered'],
    [id(2, 7), 'row 6 of segment 2 is missing'],
    [id(3, 1), 'segment 3 has rows, and no seal opens it'],
    [id(1, 0), 'row 1 of segment 1 is missing'],
    [1, 'there is a row with the id 1, which no row can have'],
    [0, 'there is a row with the id 0, which no row can have'],
    [1.5, 'there is a row with the id 1.5, which no row can have'],
    ['text', 'there is a row with the id text, which no row can have'],
  ] as const) {
    await trail.rows().insertOne({ ...row(1, 5), _id });
    expect([_id, await trail.fault()]).toEqual([_id, fault]);
    await back();
  }
  expect(await trail.fault()).toBeUndefined();
});

it('rows without a key, also when they are sealed later', async () => {
  await using trail = await scene();
  const last = await trail.rows().findOne({ _id: id(1, 5) });
  for (const [_id, fault] of [
    [1, 'there is a row with the id 1, which no row can have'],
    [id(1, 6), 'row 6 of segment 1 has no key'],
  ] as const) {
    await trail.rows().insertOne({ ...last, _id, previousHash: last?.hash });
    await trail.rows().updateOne({ _id }, { $unset: { key: '' } });
    expect(await trail.fault()).toBe(fault);
    await trail.reader.seal();
    expect(await trail.fault()).toBe(fault);
    await trail.rows().deleteOne({ _id });
  }
});

it('an older state of everything is told by a checkpoint that was kept elsewhere, and by nothing else', async () => {
  await using trail = await scene();
  const early = await trail.reader.checkpoint();
  const all = [trail.rows(), trail.seals(), trail.heads()];
  const older = await Promise.all(all.map((collection) => collection.find({}).toArray()));
  await trail.writers[0]?.record({ action: 'user.deleted', actor: null, subject: 'evidence@x.example' });
  const late = await trail.reader.checkpoint();
  await until('the head', async () => (await trail.heads().findOne({ _id: 'segment-1', seq: 6 })) ?? undefined);
  if (early === undefined || late === undefined) throw new Error('no checkpoint');
  expect(checkpointText(late)).toMatch(/^s6:[0-9a-f]{64}$/);
  expect((await trail.reader.verify([early, late])).fault).toBeUndefined();
  for (const [place, collection] of all.entries()) {
    await collection.deleteMany({});
    await collection.insertMany(older[place] ?? []);
  }
  expect((await trail.reader.verify([early])).fault).toBeUndefined();
  expect((await trail.reader.verify([early, late])).fault).toBe(
    'its seals end at 5, and a checkpoint says that they reached 6',
  );
  const wrong = await trail.reader.verify([{ ...early, seal: late.seal }]);
  expect(wrong.fault).toBe('seal 5 is not the one of the checkpoint');
});
