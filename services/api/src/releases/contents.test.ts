import { mongo, Types } from 'mongoose';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { inFolder, releaseFiles } from '../testing/release-folder.ts';
import { createContents } from './contents.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const count = (name: string) => portal.connection.collection(`release_files.${name}`).countDocuments();

it('what a crash left is removed after an hour, and what belongs to a release stays', async () => {
  await inFolder(await releaseFiles(), (dir) => portal.api.releases.publishFolder(dir, 'npm start'));
  const before = [await count('files'), await count('chunks')];
  const { connection } = portal;
  const bucket = new mongo.GridFSBucket(connection.getClient().db(connection.name), { bucketName: 'release_files' });
  // A file whose record was never written, and pieces of one that was never ended.
  await new Promise((resolve) => bucket.openUploadStream('left').end(Buffer.from('left'), () => resolve(undefined)));
  const piece = { files_id: new Types.ObjectId(), n: 0, data: Buffer.from('left') };
  await connection.collection('release_files.chunks').insertOne(piece);

  expect(await createContents({ connection, now: () => new Date() }).sweep()).toBe(0);
  const later = new Date(Date.now() + 2 * 3600_000);
  expect(await createContents({ connection, now: () => later }).sweep()).toBe(2);
  expect([await count('files'), await count('chunks')]).toEqual(before);
});
