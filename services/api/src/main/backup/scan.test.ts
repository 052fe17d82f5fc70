import { once } from 'node:events';
import { mongo } from 'mongoose';
import { listFieldsOf } from '../../content/documents/document-list.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { Part } from './format.ts';
import { idText } from './records.ts';
import { binRowsOf, keepExistingFiles, partsOf } from './scan.ts';

let database: TestDatabase;
const clients: mongo.MongoClient[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await database.stop();
});

async function freshDb(): Promise<mongo.Db> {
  const client = await mongo.MongoClient.connect(database.sibling().uri);
  clients.push(client);
  return client.db();
}

async function upload(db: mongo.Db, title: string): Promise<mongo.ObjectId> {
  const fileId = new mongo.ObjectId();
  const stream = new mongo.GridFSBucket(db).openUploadStreamWithId(fileId, `${title}.pdf`);
  stream.end(Buffer.alloc(300_000, title));
  await once(stream, 'finish');
  await db.collection('documents').insertOne({ title, fileId });
  return fileId;
}

/** As the service does it: the entry, the pieces, then the record. */
async function remove(db: mongo.Db, fileId: mongo.ObjectId): Promise<void> {
  await db.collection('fs.files').deleteOne({ _id: fileId });
  await db.collection('fs.chunks').deleteMany({ files_id: fileId });
  await db.collection('documents').deleteOne({ fileId });
}

/** What a backup holds while `meanwhile` does something when it comes to a part. */
async function backedUp(db: mongo.Db, meanwhile: (part: Part, name: string) => Promise<void> = async () => undefined) {
  const records = new Map<string, mongo.BSON.Document[]>();
  let name = '';
  for await (const part of partsOf(db)) {
    if (part.kind === 'collection') {
      name = part.head.name;
      records.set(name, []);
    }
    if (part.kind === 'record') records.get(name)?.push(mongo.BSON.deserialize(part.raw));
    await meanwhile(part, name);
  }
  const titles = (records.get('documents') ?? []).map(({ title }) => String(title)).toSorted();
  const pieces = new Map<string, number>();
  for (const { files_id, data } of records.get('fs.chunks') ?? [])
    pieces.set(idText(files_id), (pieces.get(idText(files_id)) ?? 0) + data.length());
  const entries = new Map((records.get('fs.files') ?? []).map(({ _id, length }) => [idText(_id), length]));
  const broken = (records.get('documents') ?? []).filter(({ fileId }) => {
    const id = idText(fileId);
    return entries.get(id) === undefined || entries.get(id) !== pieces.get(id);
  });
  return { titles, broken, records, order: [...records.keys()] };
}

/** As the service does it: the content, its blob, the release, its lock, and the live state last. */
async function publish(db: mongo.Db, version: string): Promise<void> {
  const at = (name: string) => db.collection<{ _id: string; [field: string]: unknown }>(name);
  const stream = new mongo.GridFSBucket(db, { bucketName: 'release_files' }).openUploadStream(version);
  stream.end(Buffer.alloc(300_000, version));
  await once(stream, 'finish');
  await at('release_blobs').insertOne({ _id: `hash of ${version}`, fileId: stream.id, bytes: 300_000 });
  const files = [{ path: 'entry.js', hash: `hash of ${version}`, bytes: 300_000 }];
  await at('releases').insertOne({ _id: `release ${version}`, remote: 'shell', release: version, files });
  await at('locks').insertOne({ _id: version, shell: { name: 'shell', release: version }, remotes: [] });
  await at('live_lock').replaceOne({ _id: 'live' }, { lock: version }, { upsert: true });
}

/** What a backup lacks of what its records point at. */
function lackingOf(records: ReadonlyMap<string, readonly mongo.BSON.Document[]>): readonly string[] {
  const rows = (name: string) => records.get(name) ?? [];
  const lengths = new Map<string, number>();
  for (const { files_id, data } of rows('release_files.chunks'))
    lengths.set(idText(files_id), (lengths.get(idText(files_id)) ?? 0) + data.length());
  const whole = rows('release_files.files').filter(({ _id, length }) => lengths.get(idText(_id)) === length);
  const has = (ids: readonly unknown[], id: unknown, what: string) => (ids.includes(id) ? [] : [`${what} ${id}`]);
  const idsOf = (name: string) => rows(name).map(({ _id }) => _id);
  const releases = rows('releases');
  return [
    ...rows('live_lock').flatMap(({ lock }) => has(idsOf('locks'), lock, 'lock')),
    ...rows('locks').flatMap(({ shell }) =>
      has(
        releases.map(({ release }) => release),
        shell.release,
        'release',
      ),
    ),
    ...releases.flatMap(({ files }) => has(idsOf('release_blobs'), files[0].hash, 'blob')),
    ...rows('release_blobs').flatMap(({ fileId }) =>
      has(
        whole.map(({ _id }) => idText(_id)),
        idText(fileId),
        'file',
      ),
    ),
  ];
}

it('has every document with its file when nothing else happens', async () => {
  const db = await freshDb();
  for (const title of ['a', 'b', 'c']) await upload(db, title);
  expect(await backedUp(db)).toMatchObject({ titles: ['a', 'b', 'c'], broken: [] });
});

it.each(['fs.chunks', 'fs.files', 'documents'])(
  'a document that is deleted when the scan comes to %s leaves no record without a file',
  async (place) => {
    const db = await freshDb();
    const ids = [await upload(db, 'a'), await upload(db, 'b'), await upload(db, 'c')];
    const { titles, broken } = await backedUp(db, async (part, name) => {
      const [, second] = ids;
      if (part.kind === 'collection' && name === place && second) await remove(db, second);
    });
    expect(broken).toEqual([]);
    expect(titles).toEqual(expect.arrayContaining(['a', 'c']));
  },
);

/** As the service does it: the new file, then the record by one write. */
async function replaceFile(db: mongo.Db, title: string): Promise<mongo.ObjectId> {
  const fileId = new mongo.ObjectId();
  const stream = new mongo.GridFSBucket(db).openUploadStreamWithId(fileId, `${title}.pdf`);
  stream.end(Buffer.alloc(300_000, 'new'));
  await once(stream, 'finish');
  const before = await db.collection('documents').findOne({ title });
  const replacedAt = new Date();
  const versions = [{ number: 1, fileId: before?.fileId, name: 'old', replacedAt }, ...(before?.versions ?? [])];
  await db.collection('documents').updateOne({ title }, { $set: { fileId, name: 'new', versions } });
  return fileId;
}

it.each(['bin', 'fs.chunks', 'fs.files', 'documents'])(
  'a document whose file is replaced when the scan comes to %s is there, with files that are there',
  async (place) => {
    const db = await freshDb();
    const first = await upload(db, 'a');
    await db.createCollection('bin');
    let second: unknown;
    const { titles, broken, records } = await backedUp(db, async (part, name) => {
      if (part.kind === 'collection' && name === place) second = await replaceFile(db, 'a');
    });
    expect({ titles, broken }).toEqual({ titles: ['a'], broken: [] });
    const [document] = records.get('documents') ?? [];
    const has = [document, ...(document?.versions ?? [])].map((each) => idText(each?.fileId));
    const stored = (records.get('fs.files') ?? []).map(({ _id }) => idText(_id));
    expect(stored).toEqual(expect.arrayContaining(has));
    // Before its pieces are read, or after all of it, both are there; between, the one that was.
    expect(has).toEqual(place === 'bin' ? [idText(first)] : expect.arrayContaining([idText(first)]));
    expect(idText(second)).not.toBe(idText(first));
  },
);

it('a document that has its former file is found by the name of that one', () => {
  const versions = [{ number: 1, fileId: 1, name: 'old.pdf', replacedAt: new Date() }];
  const now = { title: 'Plan', name: 'new.pdf' };
  const document = { ...now, ...listFieldsOf(now), fileId: 2, versions };
  expect(keepExistingFiles(document, (fileId) => fileId === 1)).toMatchObject({
    ...{ title: 'Plan', name: 'old.pdf', fileId: 1, versions: [] },
    ...listFieldsOf({ title: 'Plan', name: 'old.pdf' }),
  });
});

it('nor does one that is just being deleted: its file is gone, and its record not yet', async () => {
  const db = await freshDb();
  const id = await upload(db, 'a');
  const { titles, broken } = await backedUp(db, async (part, name) => {
    if (part.kind === 'collection' && name === 'fs.files') await db.collection('fs.files').deleteOne({ _id: id });
  });
  expect(broken).toEqual([]);
  expect(titles).toEqual([]);
});

it.each(['fs.chunks', 'fs.files', 'documents'])(
  'nor does one that is uploaded when the scan comes to %s',
  async (place) => {
    const db = await freshDb();
    await upload(db, 'a');
    const { titles, broken } = await backedUp(db, async (part, name) => {
      if (part.kind === 'collection' && name === place) await upload(db, 'late');
    });
    expect(broken).toEqual([]);
    expect(titles).toContain('a');
  },
);

it.each(['fs.chunks', 'fs.files', 'documents', 'bin'])(
  'a document that goes into the bin when the scan comes to %s is in one of both, with its file',
  async (place) => {
    const db = await freshDb();
    await db.createCollection('bin');
    const fileId = await upload(db, 'a');
    const { titles, broken, records } = await backedUp(db, async (part, name) => {
      if (part.kind !== 'collection' || name !== place) return;
      await db.collection('bin').insertOne({ kind: 'document', title: 'a', fileId });
      await db.collection('documents').deleteOne({ fileId });
    });
    expect(broken).toEqual([]);
    expect([...titles, ...(records.get('bin') ?? []).map(({ title }) => title)]).toContain('a');
  },
);

it.each(['fs.chunks', 'fs.files', 'documents', 'bin'])(
  'one that is deleted from the bin for good when the scan comes to %s leaves nothing without a file there',
  async (place) => {
    const db = await freshDb();
    const fileId = await upload(db, 'a');
    await db.collection('documents').deleteOne({ fileId });
    await db.collection('bin').insertOne({ kind: 'document', title: 'a', fileId });
    const { records } = await backedUp(db, async (part, name) => {
      if (part.kind !== 'collection' || name !== place) return;
      await db.collection('fs.files').deleteOne({ _id: fileId });
      await db.collection('fs.chunks').deleteMany({ files_id: fileId });
      await db.collection('bin').deleteOne({ fileId });
    });
    const entries = (records.get('fs.files') ?? []).map(({ _id }) => idText(_id));
    expect((records.get('bin') ?? []).filter((each) => !entries.includes(idText(each.fileId)))).toEqual([]);
  },
);

it.each(['events', 'fs.chunks', 'bin'])(
  'what is restored from the bin when the scan comes to %s is in one of both; what is deleted for good in neither',
  async (place) => {
    const db = await freshDb();
    const event = (title: string) => ({ _id: new mongo.ObjectId(), title });
    const [first, back, gone, last] = [event('first'), event('back'), event('gone'), event('last')];
    await db.createCollection('fs.chunks');
    await db.createCollection('fs.files');
    await db.collection('events').insertOne(event('other'));
    for (const record of [first, back, gone, last])
      await db.collection('bin').insertOne({ kind: 'event', title: record.title, record });
    const { records } = await backedUp(db, async (part, name) => {
      if (part.kind !== 'collection' || name !== place) return;
      await db.collection('events').insertOne(back);
      await db.collection('bin').deleteMany({ title: { $in: ['back', 'gone'] } });
    });
    const titlesOf = (name: string) => (records.get(name) ?? []).map(({ title }) => title);
    expect([...titlesOf('events'), ...titlesOf('bin')]).toContain('back');
    expect(titlesOf('bin').filter((title) => title !== 'back')).toEqual(['first', 'last']);
    // In the order in which a restore counts and hashes them.
    const ids = (records.get('bin') ?? []).map(({ _id }) => String(_id));
    expect(ids).toEqual(ids.toSorted());
  },
);

it('somebody who is restored, and whose address another one who is deleted has then, are both in the bin, at two addresses', async () => {
  const db = await freshDb();
  const email = 'ada@x.example';
  await db.collection('users').insertOne({ email: 'other@x.example' });
  const [first, second] = [new mongo.ObjectId(), new mongo.ObjectId()];
  const entry = (_id: mongo.ObjectId, name: string) => ({
    kind: 'user',
    subject: email,
    title: name,
    record: { _id, name },
  });
  await db.collection('bin').insertOne(entry(first, 'First'));
  const { records } = await backedUp(db, async (part, name) => {
    if (part.kind !== 'collection' || name !== 'bin') return;
    await db.collection('users').insertOne({ _id: first, name: 'First', roles: ['investor'] });
    await db.collection('bin').deleteMany({});
    await db.collection('bin').insertOne(entry(second, 'Second'));
  });
  const rows = records.get('bin') ?? [];
  expect(rows.map(({ title, formerSubject = email }) => [title, formerSubject])).toEqual([
    ['First', email],
    ['Second', email],
  ]);
  expect(rows.map(({ subject }) => subject)).toEqual([String(rows[0]?._id), email]);
  // As it is now.
  expect(rows[0]?.record).toMatchObject({ _id: first, roles: ['investor'] });
});

it('holds no record of the bin in memory', async () => {
  const db = await freshDb();
  const _id = new mongo.ObjectId();
  await db.collection('bin').insertOne({ kind: 'event', subject: 'e', record: { _id, title: 'long' } });
  expect(await binRowsOf(db)).toMatchObject([{ row: { kind: 'event', subject: 'e', record: { _id } } }]);
  expect(JSON.stringify(await binRowsOf(db))).not.toContain('long');
});

it('a file that loses pieces while it is read, and keeps its entry, is damaged', async () => {
  const db = await freshDb();
  const id = await upload(db, 'a');
  await db.collection('fs.chunks').deleteOne({ files_id: id, n: 1 });
  await expect(backedUp(db)).rejects.toThrow('a.pdf');
  await db.collection('fs.chunks').drop();
  await expect(backedUp(db)).rejects.toThrow('has 0 of its 300000 bytes');
});

it('reads the head of the audit trail before the trail, so that it is never ahead of it', async () => {
  const db = await freshDb();
  for (const name of ['users', 'audit', 'audit_head', 'documents', 'fs.files', 'fs.chunks']) {
    await db.createCollection(name);
  }
  const { order } = await backedUp(db);
  expect(order).toEqual(['audit_head', 'audit', 'users', 'fs.chunks', 'fs.files', 'documents']);
});

describe('releases', () => {
  const COLLECTIONS = [
    'live_lock',
    'locks',
    'releases',
    'release_blobs',
    'release_files.chunks',
    'release_files.files',
  ];

  it.each(COLLECTIONS)(
    'that are published and promoted when the scan comes to %s leave a whole state',
    async (place) => {
      const db = await freshDb();
      await publish(db, '1.0.0');
      const { records } = await backedUp(db, async (part, name) => {
        if (part.kind === 'collection' && name === place) await publish(db, '1.1.0');
      });
      expect(lackingOf(records)).toEqual([]);
      // Whichever is live, somebody is.
      expect(records.get('live_lock')).toHaveLength(1);
      expect(records.get('releases')).not.toHaveLength(0);
    },
  );

  it('that are published between any two scans, too', async () => {
    const db = await freshDb();
    await publish(db, '1.0.0');
    let published = 0;
    const { records } = await backedUp(db, async (part) => {
      if (part.kind === 'end') await publish(db, `1.1.${published++}`);
    });
    expect(published).toBe(COLLECTIONS.length);
    expect(lackingOf(records)).toEqual([]);
    expect(records.get('live_lock')).toMatchObject([{ lock: '1.0.0' }]);
  });
});
