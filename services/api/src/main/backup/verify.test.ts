import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { mongo } from 'mongoose';
import { runCommand, runInTerminal } from '../commands/run.ts';
import { encodeBackup, type Part } from './format.ts';
import { createDigester } from './records.ts';

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

const [documentFile, pictureFile, contentFile] = [new mongo.ObjectId(), new mongo.ObjectId(), new mongo.ObjectId()];
const BLOB = { _id: HASH, fileId: contentFile };
const WHOLE: Rows = {
  live_lock: [{ _id: 'live', lock: 'a1', canary: null }],
  locks: [{ _id: 'a1' }],
  releases: [{ remote: 'mfe-lab', release: '1.0.0-x', files: [{ path: 'entry.js', hash: HASH }] }],
  release_blobs: [BLOB],
  ...bucket('release_files', contentFile),
  ...bucket('fs', documentFile),
  ...bucket('pictures', pictureFile),
  documents: [{ _id: 1, title: 'Report', fileId: documentFile, sha256: HASH }],
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

async function* partsOf(rows: Rows): AsyncGenerator<Part> {
  for (const [name, records] of Object.entries(rows)) {
    yield { kind: 'collection', head: { name, indexes: [] } };
    const digester = createDigester(name);
    for (const record of records) {
      const raw = Buffer.from(mongo.BSON.serialize(record));
      digester.add(raw);
      yield { kind: 'record', raw };
    }
    yield { kind: 'end', digest: digester.end() };
  }
}

/** Writes a backup of these records, as it would be of a database that holds them. */
async function write(rows: Rows): Promise<void> {
  const handle = await open(file, 'w');
  await pipeline(Readable.from(encodeBackup(partsOf(rows))), createGzip(), handle.createWriteStream());
}

const verify = () => runCommand('verify-backup', [file], {});
const refused = (message: RegExp) =>
  expect(verify()).rejects.toMatchObject({ name: 'BackupFailure', message: expect.stringMatching(message) });

it('says that a backup is whole, and what it holds, without a database', async () => {
  await write(WHOLE);
  const lines: string[] = [];
  await expect(runCommand('verify-backup', [file], {}, { say: (line) => lines.push(line) })).resolves.toBe(
    `${file} is whole: 13 collections, 19 records, 3 files of 2.1 MB. Counts and hashes agree, and each record has its file.`,
  );
  expect(lines).toEqual([]);
});

const without = (name: string, rows: readonly mongo.BSON.Document[] = []): Rows => ({ ...WHOLE, [name]: rows });
const firstPiece = bucket('fs', documentFile)['fs.chunks']?.slice(0, 1) ?? [];

it.each<readonly [string, Rows, RegExp]>([
  ['a document without its file', without('fs.files'), /The document "Report" \(1\) has no file\./],
  ['a file without its pieces', without('fs.chunks'), /The file report\.pdf has 0 of its 700000 bytes\./],
  ['a file that lacks pieces', without('fs.chunks', firstPiece), /has 261120 of its 700000 bytes\./],
  [
    'a file with another content',
    { ...WHOLE, ...bucket('fs', documentFile, randomBytes(700_000)) },
    /The document "Report" \(1\) has another file than its record says\./,
  ],
  ['a picture without its file', without('pictures.files'), /The picture 2 has no file\./],
  [
    'a deleted document without its file',
    without('bin', [{ _id: 4, kind: 'document', subject: 'd', title: 'Old', fileId: new mongo.ObjectId() }]),
    /The deleted document "Old" \(4\) has no file\./,
  ],
  [
    'two entries of the bin at one address',
    without(
      'bin',
      [3, 4].map((_id) => ({ _id, kind: 'user', subject: 'a@x.example', title: 'Ada', record: {} })),
    ),
    /The bin has two entries of the user a@x\.example/,
  ],
  ['a release without a content', without('release_blobs'), /The release 1\.0\.0-x of mfe-lab lacks the content/],
  ['a content without its file', without('release_files.files'), /The content \w+ of releases has no file\./],
  ['a live lock that is missing', without('locks'), /The lock a1, live or canary, is missing\./],
  ['a record of another form', without('documents', [{ _id: 5, sha256: 7 }]), /1 record in documents is malformed\./],
])('finds %s', async (_what, rows, message) => {
  await write(rows);
  await refused(message);
  await refused(/is undamaged \(.*\), but incomplete:/);
});

it('names twenty of many faults, and counts the others', async () => {
  const documents = Array.from({ length: 50 }, (_, _id) => ({ _id, title: 'T', fileId: new mongo.ObjectId() }));
  await write(without('documents', documents));
  const error: unknown = await verify().catch((reason: unknown) => reason);
  expect(String(error).split('\n')).toHaveLength(22);
  expect(String(error)).toMatch(/And 30 more\.$/);
});

describe('a file that is not as it was written', () => {
  beforeEach(() => write(WHOLE));

  it.each([0.01, 0.5, 0.999])('cut off at %d of its length', async (part) => {
    truncateSync(file, Math.floor(statSync(file).size * part));
    await refused(/damaged: it ends early/);
  });

  it.each([0.1, 0.5, 0.9])('with one bit flipped at %d', async (part) => {
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.length * part);
    bytes[at] = bytes.readUInt8(at) ^ 1;
    writeFileSync(file, bytes);
    await refused(/damaged/);
  });

  it('empty', async () => {
    writeFileSync(file, '');
    await refused(/is empty: it is no backup/);
  });

  it.each([
    ['one long line', Buffer.alloc(4_000_000, 'x')],
    ['one long line, packed', gzipSync(Buffer.alloc(4_000_000, 'x'))],
    ['the archive of another program', gzipSync(Buffer.from('{"records":[]}\n'.repeat(1000)))],
    ['zeros, packed', gzipSync(Buffer.alloc(4_000_000))],
    ['one byte, packed', gzipSync(Buffer.from('B'))],
    ['nothing, packed', gzipSync('')],
  ])('%s', async (_what, bytes) => {
    writeFileSync(file, bytes);
    await refused(/damaged/);
  });

  it('of another version of the format', async () => {
    const older = { format: 'cytocomm-backup', version: 0, createdAt: new Date() };
    writeFileSync(file, gzipSync(Buffer.concat([Buffer.from('B'), mongo.BSON.serialize(older)])));
    await refused(/has version 0; this portal reads 1/);
  });

  it('with records that are none', async () => {
    const bytes = gunzipSync(readFileSync(file));
    // The type of the first field of a piece.
    const at = bytes.indexOf('files_id') - 1;
    bytes[at] = 0x7e;
    writeFileSync(file, gzipSync(bytes));
    await refused(/damaged: it says something that no backup says/);
  });

  it('not there, or a folder', async () => {
    await expect(runCommand('verify-backup', [join(dir, 'nothing')], {})).rejects.toThrow(/cannot be read: .*ENOENT/);
    await expect(runCommand('verify-backup', [dir], {})).rejects.toThrow(/cannot be read: .*EISDIR/);
  });
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
