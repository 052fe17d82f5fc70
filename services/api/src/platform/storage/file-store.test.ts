import { createHash, randomBytes } from 'node:crypto';
import { type Connection, createConnection, Types } from 'mongoose';
import { until } from '../../testing/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createFileStore, type FileOwners, type FileStore } from './file-store.ts';
import { FileGone, type Reading } from './reading.ts';

let server: TestDatabase;
let connection: Connection;
let store: FileStore;

beforeAll(async () => {
  server = await startTestDatabase();
  connection = await createConnection(server.uri).asPromise();
  store = createFileStore({ connection, now: () => new Date() });
  await Promise.all(Object.values(connection.models).map((model) => model.createIndexes()));
});
afterAll(async () => {
  await connection.close();
  await server.stop();
});
beforeEach(async () => {
  for (const name of ['fs.files', 'fs.chunks', 'uploads']) await connection.collection(name).deleteMany({});
});

const counts = async () =>
  Promise.all(['fs.files', 'fs.chunks', 'uploads'].map((name) => connection.collection(name).countDocuments()));

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const nothing = () => undefined;
const write = (bytes: Buffer, size = 100_000) => store.write(pieces(bytes, size), { name: 'x', inspect: nothing });

/** Reads to the end, through a buffer that fits nothing. */
async function bytesOf(reading: Reading, buffer = Buffer.alloc(99_991)): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for (let bytes = await reading.read(buffer); bytes > 0; bytes = await reading.read(buffer)) {
      parts.push(Buffer.from(buffer.subarray(0, bytes)));
    }
  } finally {
    reading.release();
  }
  return Buffer.concat(parts);
}

describe('writing', () => {
  it.each([0, 1, 255 * 1024 - 1, 255 * 1024, 255 * 1024 + 1, 2_000_000])(
    '%d bytes come back as they were',
    async (size) => {
      const bytes = randomBytes(size);
      const file = await write(bytes);
      expect(file.length).toBe(size);
      expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect((await bytesOf(store.read(file, 0, size))).equals(bytes)).toBe(true);
      await file.own();
      await expect(connection.collection('fs.files').findOne({})).resolves.toMatchObject({
        length: size,
        metadata: { sha256: file.sha256 },
      });
      expect((await counts())[2]).toBe(0);
    },
  );

  it('leaves nothing when the source fails in the middle', async () => {
    async function* failing() {
      yield randomBytes(700_000);
      throw new Error('cable pulled');
    }
    await expect(store.write(failing(), { name: 'x', inspect: nothing })).rejects.toThrow('cable pulled');
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('leaves nothing when the inspection refuses, and stores nothing of the refused piece', async () => {
    const inspect = (_: Buffer, before: number) => {
      if (before >= 600_000) throw new Error('enough');
    };
    await expect(store.write(pieces(randomBytes(900_000), 100_000), { name: 'x', inspect })).rejects.toThrow('enough');
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('leaves nothing of a file that is discarded', async () => {
    const file = await write(randomBytes(600_000));
    await file.discard();
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

describe('reading', () => {
  it('gives any part of a file', async () => {
    const bytes = randomBytes(1_500_000);
    const file = await write(bytes, 333_333);
    const chunk = 255 * 1024;
    for (const [start, end] of [
      [0, 1],
      [chunk - 1, chunk + 1],
      [chunk, 2 * chunk],
      [1_499_999, 1_500_000],
      [1, 1_499_999],
      [700_000, 700_000],
    ] as const) {
      expect((await bytesOf(store.read(file, start, end))).equals(bytes.subarray(start, end))).toBe(true);
    }
  });

  it('says so when the file goes away meanwhile, rather than ending early', async () => {
    const file = await write(randomBytes(12_000_000));
    const reading = store.read(file, 0, file.length);
    await reading.read(Buffer.alloc(1));
    await store.remove(file.id);
    await expect(bytesOf(reading)).rejects.toThrow(FileGone);
  });

  it('says so when a chunk is damaged or missing', async () => {
    const file = await write(randomBytes(1_000_000));
    await connection
      .collection('fs.chunks')
      .updateOne({ files_id: file.id, n: 1 }, { $set: { data: Buffer.alloc(5) } });
    await expect(bytesOf(store.read(file, 0, file.length))).rejects.toThrow(FileGone);
    await connection.collection('fs.chunks').deleteOne({ files_id: file.id, n: 1 });
    await expect(bytesOf(store.read(file, 0, file.length))).rejects.toThrow(FileGone);
    await expect(bytesOf(store.read(file, 0, 100))).resolves.toHaveLength(100);
  });

  it('can be let go at any time, and goes on where it was', async () => {
    const bytes = randomBytes(6_000_000);
    const file = await write(bytes, 333_333);
    const reading = store.read(file, 100, 5_999_900);
    const buffer = Buffer.alloc(70_000);
    const parts: Buffer[] = [];
    for (let turn = 0; ; turn += 1) {
      const count = await reading.read(buffer);
      if (count === 0) break;
      parts.push(Buffer.from(buffer.subarray(0, count)));
      if (turn % 7 === 3) reading.pause();
    }
    reading.release();
    expect(Buffer.concat(parts).equals(bytes.subarray(100, 5_999_900))).toBe(true);
    await until('nothing to be read ahead', () => store.readAhead() === 0);
  });
});

describe('memory', () => {
  const MAX = 8 * 1024 * 1024;

  it('holds nothing for readers that let go, and no more than its bound for any number that read', async () => {
    const bytes = randomBytes(5_000_000);
    const file = await write(bytes, 333_333);
    const stalled = Array.from({ length: 50 }, () => store.read(file, 0, file.length));
    let most = 0;
    for (const reading of stalled) {
      await reading.read(Buffer.alloc(10));
      most = Math.max(most, store.readAhead());
      reading.pause();
    }
    await until('nothing to be read ahead', () => store.readAhead() === 0);
    const all = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const reading = store.read(file, 0, file.length);
        const read = reading.read;
        const watched: Reading = {
          ...reading,
          read: async (into) => {
            const count = await read(into);
            most = Math.max(most, store.readAhead());
            return count;
          },
        };
        return (await bytesOf(watched)).equals(bytes);
      }),
    );
    expect(all).toEqual(Array(30).fill(true));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(MAX);
    await until('nothing to be read ahead', () => store.readAhead() === 0);
    for (const reading of stalled) {
      expect(await reading.read(Buffer.alloc(10))).toBe(10);
      reading.release();
    }
  });

  it('is given back when reading fails', async () => {
    const file = await write(randomBytes(6_000_000));
    const readings = Array.from({ length: 40 }, () => store.read(file, 0, file.length));
    await store.remove(file.id);
    for (const reading of readings) {
      await expect(reading.read(Buffer.alloc(10))).rejects.toThrow(FileGone);
      reading.release();
    }
    await until('nothing to be read ahead', () => store.readAhead() === 0);
  });
});

describe('sweeping', () => {
  const owning = (...owned: readonly { readonly id: Types.ObjectId }[]): FileOwners => ({
    own: async (id) => owned.some((file) => file.id.equals(id)),
    // The last one lies in the bin.
    ownedAmong: async (ids) => ids.filter((id) => owned.slice(0, -1).some((file) => file.id.equals(id))),
  });
  const past = new Date(Date.now() - 1000);

  it('removes uploads that ended in a crash, and what they have stored', async () => {
    const ownedEarly = await write(randomBytes(300_000));
    await ownedEarly.own();
    const crashed = await write(randomBytes(600_000));
    const running = await write(randomBytes(10));
    await connection.collection('uploads').updateOne({ _id: crashed.id }, { $set: { aliveUntil: past } });
    await expect(store.sweepAbandoned()).resolves.toBe(1);
    await expect(bytesOf(store.read(crashed, 0, 1))).rejects.toThrow(FileGone);
    for (const file of [ownedEarly, running]) await expect(bytesOf(store.read(file, 0, 1))).resolves.toHaveLength(1);
    expect((await counts())[2]).toBe(1);
  });

  it('a stalled upload cannot be completed after the sweeper removed it', async () => {
    const late = await write(randomBytes(10));
    await connection.collection('uploads').updateOne({ _id: late.id }, { $set: { aliveUntil: past } });
    await store.sweepAbandoned();
    await expect(late.own()).rejects.toThrow('timed out');
  });

  it('removes files and pieces without an owner, and nothing else', async () => {
    const owned = await write(randomBytes(600_000));
    await owned.own();
    const inBin = await write(randomBytes(600_000));
    await inBin.own();
    const unowned = await write(randomBytes(10));
    await unowned.own();
    const running = await write(randomBytes(600_000));
    const orphan = new Types.ObjectId();
    await connection
      .collection('fs.chunks')
      .insertMany([1, 2].map((n) => ({ files_id: orphan, n, data: Buffer.from('x') })));
    await connection
      .collection('fs.files')
      .insertOne({ length: 0, chunkSize: 1, uploadDate: new Date(), filename: 'empty' });

    await expect(store.sweepOrphans(owning(owned, inBin))).resolves.toBe(3);
    for (const file of [owned, inBin, running])
      expect(await bytesOf(store.read(file, 0, file.length))).toHaveLength(600_000);
    const remaining = await connection.collection('fs.chunks').distinct('files_id');
    expect(remaining.map(String).sort()).toEqual([owned.id, inBin.id, running.id].map(String).sort());
    expect((await counts())[0]).toBe(3);
  });
});
