import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { mongo } from 'mongoose';
import { runCommand, runInTerminal } from '../commands/run.ts';
import { encodeBackup } from './format.ts';

const CONTENT = randomBytes(700_000);
const PIECE = 255 * 1024;
const HASH = createHash('sha256').update(CONTENT).digest('hex');

type Rows = Readonly<Record<string, readonly mongo.BSON.Document[]>>;

/** The collections of a bucket, with one file. */
function bucket(name: string, fileId: mongo.ObjectId, content = CONTENT): Rows {
  const pieces = Array.from({ length: Math.ceil(content.length / PIECE) }, (_, n) => ({
    _id: new mongo.ObjectId(),
    files_id: fileId,
    n,
    data: new mongo.Binary(content.subarray(n * PIECE, (n + 1) * PIECE)),
  }));
  return {
    [`${name}.chunks`]: pieces,
    [`${name}.files`]: [{ _id: fileId, length: content.length, filename: 'report.pdf' }],
  };
}

const newId = () => new mongo.ObjectId();
const [documentFile, earlierFile, pictureFile, contentFile] = [newId(), newId(), newId(), newId()];
const DOCUMENT = { _id: 1, title: 'Report', fileId: documentFile, sha256: HASH };
const WHOLE: Rows = {
  release_blobs: [{ _id: HASH, fileId: contentFile }],
  ...bucket('release_files', contentFile),
  ...bucket('fs', documentFile),
  ...bucket('pictures', pictureFile),
  documents: [DOCUMENT],
  pictures: [{ _id: 2, forms: [{ fileId: pictureFile, sha256: HASH }] }],
  bin: [{ _id: 3, kind: 'event', subject: 'e', title: 'Gone', record: {} }],
};

let dir: string;
let file: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'verify-'));
  file = join(dir, 'a.backup');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Writes a backup of these records, as it would be of a database that holds them. */
async function write(rows: Rows): Promise<void> {
  const collections = Object.keys(rows).map((name) => ({ name, indexes: [] }));
  const head = { portal: '1.0.0', database: 'portal', createdAt: new Date(0), collections };
  const records = async function* (name: string) {
    for (const record of rows[name] ?? []) yield Buffer.from(mongo.BSON.serialize(record));
  };
  await pipeline(encodeBackup(head, records), createZstdCompress(), createWriteStream(file));
}

const verify = () => runCommand('verify-backup', [file], {});
const refused = (message: RegExp) =>
  expect(verify()).rejects.toMatchObject({ name: 'BackupFailure', message: expect.stringMatching(message) });

it('says that a backup is whole, and what it holds, without a database', async () => {
  await write(WHOLE);
  const lines: string[] = [];
  await expect(runCommand('verify-backup', [file], {}, { say: (line) => lines.push(line) })).resolves.toBe(
    `${file} is whole: 10 collections, 16 records, 3 files of 2.1 MB, of the database portal at 1970-01-01T00:00:00.000Z, by version 1.0.0. Counts and hashes agree, and each record has its file.`,
  );
  expect(lines).toEqual([]);
});

const without = (name: string, rows: readonly mongo.BSON.Document[] = []): Rows => ({ ...WHOLE, [name]: rows });
const firstPiece = bucket('fs', documentFile)['fs.chunks']?.slice(0, 1) ?? [];

it.each<readonly [string, Rows, RegExp]>([
  ['a document without its file', without('fs.files'), /The record Report in documents has no file\./],
  ['a file without its pieces', without('fs.chunks'), /The file report\.pdf has 0 of its 700000 bytes\./],
  ['a file that lacks pieces', without('fs.chunks', firstPiece), /has 261120 of its 700000 bytes\./],
  [
    'a file with another content',
    { ...WHOLE, ...bucket('fs', documentFile, randomBytes(700_000)) },
    /The record Report in documents has another file than it says\./,
  ],
  [
    'an earlier version without its file',
    without('documents', [{ ...DOCUMENT, versions: [{ fileId: earlierFile, sha256: HASH }] }]),
    /The record Report in documents has no file\./,
  ],
  ['a picture without its file', without('pictures.files'), /The record 2 in pictures has no file\./],
  [
    'a deleted document without its file',
    without('bin', [{ _id: 4, kind: 'document', title: 'Old', fileId: earlierFile, record: {} }]),
    /The record Old in bin has no file\./,
  ],
  ['a content without its file', without('release_files.files'), /The record \w+ in release_blobs has no file\./],
  [
    'another content than that of its hash',
    { ...WHOLE, release_blobs: [{ _id: 'f'.repeat(64), fileId: contentFile }] },
    /The record f{64} in release_blobs has another file than it says\./,
  ],
])('finds %s', async (_what, rows, message) => {
  await write(rows);
  await refused(message);
  await refused(/is undamaged \(.*\), but incomplete:/);
});

it('a record that is none is damage', async () => {
  await write(without('fs.chunks', [{ _id: 1, files_id: documentFile, n: 0, data: 'a text' }]));
  await refused(/damaged: it holds a record that is none/);
});

it('ends with 0 or 1', async () => {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const complained = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await write(WHOLE);
  expect(await runInTerminal(['verify-backup', file], {})).toBe(0);
  await write(without('fs.files'));
  expect(await runInTerminal(['verify-backup', file], {})).toBe(1);
  expect(complained.mock.calls.join('')).not.toContain('    at ');
  written.mockRestore();
  complained.mockRestore();
});
