import { createHash } from 'node:crypto';
import { mongo, Types } from 'mongoose';
import { testPortal } from '../../testing/portal.ts';
import { inFolder, releaseFiles } from '../../testing/releases.ts';
import { createContents } from './contents.ts';
import { blobModel } from './model.ts';
import { createContentUpkeep } from './upkeep.ts';

const portal = testPortal();

const count = (name: string) => portal.connection.collection(`release_files.${name}`).countDocuments();

it('leftovers of crashes are removed after an hour, contents of releases stay', async () => {
  await inFolder(await releaseFiles(), (dir) => portal.api.releases.publishFolder(dir, 'npm start'));
  const before = [await count('files'), await count('chunks')];
  const { connection } = portal;
  const bucket = new mongo.GridFSBucket(connection.getClient().db(connection.name), { bucketName: 'release_files' });
  // A file whose record was never written, and pieces of one that was never ended.
  await new Promise((resolve) => bucket.openUploadStream('left').end(Buffer.from('left'), () => resolve(undefined)));
  const piece = { files_id: new Types.ObjectId(), n: 0, data: Buffer.from('left') };
  await connection.collection('release_files.chunks').insertOne(piece);

  expect(await createContentUpkeep({ connection, now: () => new Date() }).sweep()).toBe(0);
  const later = new Date(Date.now() + 2 * 3600_000);
  expect(await createContentUpkeep({ connection, now: () => later }).sweep()).toBe(2);
  expect([await count('files'), await count('chunks')]).toEqual(before);
});

it('a content keeps its file if the response to its insert was lost', async () => {
  const { connection } = portal;
  const records = connection.collection('release_blobs');
  const large = 'x'.repeat(300 * 1024);
  const hash = createHash('sha256').update(large).digest('hex');
  const lost = new mongo.MongoNetworkError('the answer was lost');
  jest.spyOn(blobModel(connection), 'create').mockImplementationOnce(async (record: object) => {
    await records.insertOne(record);
    throw lost;
  });
  const contents = createContents({ connection, now: () => new Date() });
  const store = inFolder({ 'big.svg': large }, (dir) =>
    contents.store(dir, [{ path: 'big.svg', hash, bytes: large.length }]),
  );
  await expect(store).rejects.toBe(lost);
  const record = await records.findOne({ bytes: large.length });
  expect(await connection.collection('release_files.files').findOne({ _id: record?.fileId })).toMatchObject({
    length: large.length,
  });
});
