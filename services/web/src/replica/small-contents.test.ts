import { Binary, ObjectId } from 'mongodb';
import { readTogether } from './release-database.ts';
import { startTestingReleases, type TestingReleases } from './testing-release-database.ts';

let database: TestingReleases;
beforeAll(async () => {
  database = await startTestingReleases();
});
afterAll(() => database[Symbol.asyncDispose]());

async function textOf(pieces: AsyncGenerator<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += Buffer.from(piece).toString();
  return text;
}

test('contents of one question and of the next are read whole, in any order, and once more', async () => {
  const pieces = database.db.collection('small.chunks');
  // As many bytes as fit into one question, said of less.
  const contents = [2, 2, 3, 1].map((megabytes) => ({ file: new ObjectId(), bytes: megabytes * 1024 * 1024 }));
  await pieces.insertMany(
    contents.map(({ file }, index) => ({ files_id: file, n: 0, data: new Binary(Buffer.from(`content ${index}`)) })),
  );
  const read = readTogether(pieces, contents);
  const texts = await Promise.all(contents.toReversed().map(({ file }) => textOf(read(file))));
  expect(texts).toEqual(['content 3', 'content 2', 'content 1', 'content 0']);
  const [first] = contents;
  expect(first && (await textOf(read(first.file)))).toBe('content 0');
});

test('a piece that is not there is nothing', async () => {
  const file = new ObjectId();
  const read = readTogether(database.db.collection('small.chunks'), [{ file, bytes: 3 }]);
  expect(await textOf(read(file))).toBe('');
});
