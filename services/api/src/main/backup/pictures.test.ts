import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { addressOf, type Picture, pictureSchema, readPicture } from '@cytocomm/contract';
import { mongo } from 'mongoose';
import type { PictureRecord } from '../../content/press-releases/pictures/model.ts';
import { read } from '../../testing/browser.ts';
import { drawPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { runCommand } from '../commands/run.ts';
import { encodeBackup, type Part } from './format.ts';
import { partsOf } from './scan.ts';

/** How browsers ask for each format. */
const FORMATS = { avif: 'image/avif', webp: 'image/webp', jpeg: '*/*' };

let directory: string;
let portal: TestPortal;
let client: mongo.MongoClient;
let shown: Picture;
let other: Picture;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'backup-pictures-'));
  portal = await startTestPortal();
  client = await mongo.MongoClient.connect(portal.database.uri);
  const admin = await portal.signedInAs('admin@x.example', 'admin');
  const uploaded = async (width: number) =>
    read(await uploadTo(admin, await drawPicture(width, 500).png().toBuffer()), pictureSchema, 201);
  shown = await uploaded(1000);
  other = await uploaded(300);
  const content = `<p>Words</p><img src="${shown.url}" alt="A pipette" width="1000" height="500" />`;
  const body = { title: 'News', content, target: ['public'] };
  expect((await admin.authorised('POST', '/api/admin/press-releases', { body })).status).toBe(201);
});
afterAll(async () => {
  await client.close();
  await portal.stop();
  rmSync(directory, { recursive: true, force: true });
});

const recordsIn = (db: mongo.Db) => db.collection<PictureRecord>('pictures').find().sort({ _id: 1 }).toArray();

/** Returns each form of a picture as a visitor gets it: its address, its name there and its bytes. */
async function formsAt(at: TestPortal, id: string) {
  const record = await at.connection.collection<PictureRecord>('pictures').findOne({ _id: new mongo.ObjectId(id) });
  const visitor = at.browser();
  return Promise.all(
    (record?.forms ?? []).map(async ({ width, format, sha256 }) => {
      const address = addressOf(readPicture, { id, width: String(width) });
      const { status, headers, bytes } = await visitor.get(address, { headers: { Accept: FORMATS[format] } });
      return { address, format, sha256, status, etag: headers.etag, bytes: bytes.toString('base64') };
    }),
  );
}

it('a restored portal shows every form of a picture, byte for byte', async () => {
  const original = await formsAt(portal, shown.id);
  expect(original.map(({ address, format }) => `${address.split('/').at(-1)} ${format}`)).toEqual(
    [480, 960, 1000].flatMap((width) => ['avif', 'webp', 'jpeg'].map((format) => `${width} ${format}`)),
  );
  expect(new Set(original.map(({ status, bytes }) => `${status} ${bytes}`)).size).toBe(9);
  const file = join(directory, 'whole.backup');
  await runCommand('backup', [file], { MONGODB_URI: portal.database.uri });
  const target = portal.database.sibling();
  await runCommand('restore', [file], { MONGODB_URI: target.uri });
  const restored = await startTestPortal({}, '', target);
  try {
    const { body } = await restored.browser().get('/api/press-releases');
    expect(body).toMatchObject({ items: [{ title: 'News', content: expect.stringContaining(shown.url) }] });
    expect(await formsAt(restored, shown.id)).toEqual(original);
    for (const { sha256, bytes } of original) {
      expect(createHash('sha256').update(bytes, 'base64').digest('hex')).toBe(sha256);
    }
  } finally {
    await restored.stop();
  }
});

/** Takes a backup, while `meanwhile` does something when the scan comes to a collection. */
async function backUpWhile(db: mongo.Db, file: string, meanwhile: (collection: string) => Promise<void>) {
  async function* parts(): AsyncGenerator<Part> {
    for await (const part of partsOf(db)) {
      if (part.kind === 'collection') await meanwhile(part.head.name);
      yield part;
    }
  }
  await pipeline(Readable.from(encodeBackup(parts()), { objectMode: true }), createGzip(), createWriteStream(file));
}

/** Returns the hash of a stored file; undefined when there is none. */
async function hashOf(db: mongo.Db, id: mongo.ObjectId): Promise<string | undefined> {
  const bucket = new mongo.GridFSBucket(db, { bucketName: 'pictures' });
  if ((await bucket.find({ _id: id }).toArray()).length === 0) return undefined;
  const hash = createHash('sha256');
  for await (const piece of bucket.openDownloadStream(id)) hash.update(piece);
  return hash.digest('hex');
}

it.each([
  // When its form was read before, all of it is in the backup.
  ['pictures.chunks', false],
  ['pictures.files', false],
  ['pictures', true],
])('a form that vanishes when the scan comes to %s leaves no picture without its file', async (place, isRestored) => {
  const source = client.db(new URL(portal.database.sibling().uri).pathname.slice(1));
  for (const name of ['pictures', 'pictures.files', 'pictures.chunks'])
    await source.collection(name).insertMany(await client.db().collection(name).find().toArray());
  const lost = (await recordsIn(source)).find(({ _id }) => String(_id) === other.id)?.forms[1]?.fileId;
  if (lost === undefined) throw new Error('The picture has no form to lose.');
  const file = join(directory, `${place}.backup`);
  await backUpWhile(source, file, async (collection) => {
    if (collection !== place) return;
    await source.collection('pictures.files').deleteOne({ _id: lost });
    await source.collection('pictures.chunks').deleteMany({ files_id: lost });
  });
  const target = portal.database.sibling();
  await runCommand('restore', [file], { MONGODB_URI: target.uri });
  const db = client.db(new URL(target.uri).pathname.slice(1));
  const restored = await recordsIn(db);
  expect(restored.map(({ _id }) => String(_id))).toEqual(isRestored ? [shown.id, other.id] : [shown.id]);
  for (const { fileId, sha256 } of restored.flatMap(({ forms }) => forms))
    expect(await hashOf(db, fileId)).toBe(sha256);
});
