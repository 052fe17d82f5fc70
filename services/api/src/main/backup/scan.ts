import type { BinKind } from '@cytocomm/contract';
import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { mongo } from 'mongoose';
import { listFieldsOf } from '../../content/documents/document-list.ts';
import { SEALS_HEAD, segmentOfHead } from '../../platform/audit/head.ts';
import { placeOfRow } from '../../platform/audit/segment.ts';
import { isExcluded, removeCredentials } from './exclusions.ts';
import { BackupFailure } from './failure.ts';
import type { Part } from './format.ts';
import {
  collectionNames,
  createDigester,
  type FileDigest,
  holdsFiles,
  idText,
  orderOf,
  RAW_BSON,
  rawRecords,
} from './records.ts';

/** Where a record of each kind returns to. */
const HOMES: Readonly<Record<BinKind, string>> = {
  user: 'users',
  document: 'documents',
  'press-release': 'press_releases',
  event: 'events',
};

/** The fields of a row that a backup holds beside its id; a claim is not among them. */
const ROW_FIELDS = [
  ...['kind', 'subject', 'formerSubject', 'title', 'deletedAt', 'deletedBy', 'keptUntil', 'fileId'],
  'record._id',
];

/** A row of the bin without its record, which may be long. */
interface BinRow {
  /** Its id as text. */
  readonly id: string;
  /** Of the record it has the id alone. */
  readonly row: mongo.BSON.Document;
}

/** Returns the rows that are in the bin now, in their order, some 300 bytes each. */
export async function binRowsOf(db: mongo.Db): Promise<readonly BinRow[]> {
  const rows: BinRow[] = [];
  const options = { projection: Object.fromEntries(ROW_FIELDS.map((field) => [field, 1])), ...RAW_BSON };
  for await (const row of db.collection('bin').find({}, options).sort(orderOf('bin')))
    rows.push({ id: idText(row._id), row });
  return rows;
}

/**
 * Yields what is in the bin now, and those of the `earlier` rows that were restored since: their records may be in a collection
 * that was read before. A restore of what is there again changes nothing. What was deleted for good stays out.
 */
async function* binRecords(db: mongo.Db, earlier: readonly BinRow[]): AsyncGenerator<Buffer> {
  let next = 0;
  for await (const raw of rawRecords(db, 'bin')) {
    const id = idText(mongo.BSON.deserialize(raw)._id);
    for (let first = earlier[next]; first !== undefined && first.id < id; first = earlier[next]) {
      next += 1;
      yield* restoredRow(db, first);
    }
    if (earlier[next]?.id === id) next += 1;
    yield raw;
  }
  for (const row of earlier.slice(next)) yield* restoredRow(db, row);
}

/** Yields a row whose record is back, with the record as it is now. */
async function* restoredRow(db: mongo.Db, { row }: BinRow): AsyncGenerator<Buffer> {
  const { _id, kind, subject, formerSubject } = row;
  const home = Object.entries(HOMES).find(([each]) => each === kind)?.[1];
  if (home === undefined) return;
  // What is hidden is being deleted again: the bin has it under a newer row.
  const filter = { _id: Object(row.record)._id, removedAt: null, removedFrom: null };
  const record = await db.collection(home).findOne(filter, RAW_BSON);
  if (record === null) return;
  // Another row may have its address now; so it is put aside, as the bin does it.
  const aside = formerSubject === undefined ? { subject: String(_id), formerSubject: subject } : {};
  yield Buffer.from(mongo.BSON.serialize({ ...row, ...aside, record }));
}

/** The fields of a document about its file. */
const FILE_FIELDS = ['fileId', 'name', 'size', 'chunkSize', 'sha256'];

const pick = (from: mongo.BSON.Document, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));

/**
 * Returns a document with those of its files that are in the backup; undefined when none of them is. One whose file was replaced
 * while the backup was taken has the file that was replaced last, as it had at the start.
 */
export function keepExistingFiles(
  document: mongo.BSON.Document,
  isKept: (fileId: unknown) => boolean,
): mongo.BSON.Document | undefined {
  const all: readonly mongo.BSON.Document[] = document.versions ?? [];
  const versions = all.filter(({ fileId }) => isKept(fileId));
  if (isKept(document.fileId)) return versions.length === all.length ? document : { ...document, versions };
  const [last, ...others] = versions.toSorted((a, b) => Number(b.replacedAt) - Number(a.replacedAt));
  if (last === undefined) return undefined;
  const file = pick(last, ['number', 'uploadedAt', 'uploadedBy', 'replacement']);
  const listed = listFieldsOf({ title: String(document.title), name: String(last.name) });
  return { ...document, ...pick(last, FILE_FIELDS), ...listed, file, versions: others };
}

/** Read first: a head must not be ahead of the rows that it points at, which only grow. */
const HEADS: ReadonlySet<string> = new Set(['audit_head', RELEASE_COLLECTIONS.live]);
const OWNERS_OF_FILES: ReadonlySet<string> = new Set(['documents', 'pictures']);
const RANK_OF_FILES = 5;
/** A deleted record is put there before it goes. */
const BIN = 'bin';

/**
 * The order of the scans. People go on working meanwhile. What is never deleted is read behind what points at it, so that it is
 * there: the audit trail behind its heads, locks behind the live state, releases behind locks, contents behind releases. What may
 * be deleted is read before, and only what points at something that was read is kept: files behind their pieces, documents
 * and pictures behind files. The bin comes last: what is put into it meanwhile is there, and not lost between two scans. It is
 * read at the beginning as well, for what is restored meanwhile.
 */
function rank(name: string): number {
  if (HEADS.has(name)) return 0;
  if (name === RELEASE_COLLECTIONS.releases) return 2;
  if (name === RELEASE_COLLECTIONS.blobs) return 3;
  if (holdsFiles(name)) return 4;
  if (name.endsWith('.files')) return RANK_OF_FILES;
  if (name === BIN) return 7;
  return OWNERS_OF_FILES.has(name) ? 6 : 1;
}

const filesOf = (chunks: string) => chunks.replace(/chunks$/, 'files');
const chunksOf = (files: string) => files.replace(/files$/, 'chunks');

/** The ids that the scan has read. */
interface Read {
  /** The number of the newest seal of the audit trail that its head record names; 0 when there was none at the start. */
  seal: number;
  /** All their pieces are in the backup. */
  readonly whole: Set<string>;
  /** And their entry as well. */
  readonly listed: Set<string>;
}

/** Everything in a database that a backup holds. */
export async function* partsOf(db: mongo.Db): AsyncGenerator<Part> {
  const names = (await collectionNames(db)).filter((name) => !isExcluded(name));
  const isSealed = names.includes('audit_seals') && (await db.collection('audit_seals').findOne({})) !== null;
  const come: Read = { seal: isSealed ? Number.POSITIVE_INFINITY : 0, whole: new Set(), listed: new Set() };
  const keep = (ids: readonly string[]) => {
    for (const id of ids) come.whole.add(id);
  };
  const binned = names.includes(BIN) ? await binRowsOf(db) : [];
  for (const name of names.filter((each) => each.endsWith('.files') && !names.includes(chunksOf(each))))
    keep(await wholeFiles(db, name, await lengthsOf(db, name), []));
  for (const name of names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))) {
    const lengths = holdsFiles(name) ? await lengthsOf(db, filesOf(name)) : undefined;
    yield { kind: 'collection', head: { name, indexes: await db.collection(name).indexes() } };
    const digester = createDigester(name);
    for await (const read of name === BIN ? binRecords(db, binned) : rawRecords(db, name)) {
      const record = keptOf(name, read, come);
      if (record === undefined) continue;
      const raw = removeCredentials(name, record);
      digester.add(raw);
      yield { kind: 'record', raw };
    }
    const digest = digester.end();
    if (lengths !== undefined) keep(await wholeFiles(db, filesOf(name), lengths, digest.files));
    yield { kind: 'end', digest };
  }
}

/** Returns a record that makes sense without what came and went while the backup was taken; a document with the files that are there. */
function keptOf(name: string, raw: Buffer, come: Read): Buffer | undefined {
  if (isKept(name, raw, come)) return raw;
  if (name !== 'documents' && name !== BIN) return undefined;
  const row = mongo.BSON.deserialize(raw, RAW_BSON);
  const isListed = (fileId: unknown) => come.listed.has(idText(fileId));
  const document = keepExistingFiles(name === BIN ? Object(row.record) : row, isListed);
  if (document === undefined) return undefined;
  return Buffer.from(
    mongo.BSON.serialize(name === BIN ? { ...row, record: document, fileId: document.fileId } : document),
  );
}

/** Whether a record makes sense without what came and went while the backup was taken. */
function isKept(name: string, raw: Buffer, come: Read): boolean {
  if (name.startsWith('audit')) return isOfTrail(name, mongo.BSON.deserialize(raw), come);
  if (rank(name) < RANK_OF_FILES) return true;
  const record = mongo.BSON.deserialize(raw);
  if (!name.endsWith('.files')) return fileIdsOf(record).every((id) => come.listed.has(idText(id)));
  const id = idText(record._id);
  if (come.whole.has(id)) come.listed.add(id);
  return come.whole.has(id);
}

/** Whether a record of the trail was there when its head records were read, or is a row of a segment that was. */
function isOfTrail(name: string, { _id, seq }: mongo.BSON.Document, come: Read): boolean {
  if (name === 'audit_head' && _id === SEALS_HEAD) {
    // Seals that began under way may be missing from what is read: without them there are no segments.
    if (come.seal > 0) come.seal = Number(seq);
    return come.seal > 0;
  }
  // In the order of names, so behind that of the seals.
  if (name === 'audit_head') return (segmentOfHead({ _id: String(_id) }) ?? 0) <= come.seal;
  if (name === 'audit_seals') return Number(_id) <= come.seal;
  return name !== 'audit' || (placeOfRow(_id)?.segment ?? 0) <= come.seal;
}

/** The files that a record owns: a document one for each version, a picture one for each form. */
function fileIdsOf({ fileId, forms, versions, record }: mongo.BSON.Document): unknown[] {
  const several: unknown = forms ?? versions ?? Object(record).versions ?? [];
  const others = Array.isArray(several) ? several.map((each: unknown) => Object(each).fileId) : [];
  return fileId === undefined ? others : [fileId, ...others];
}

async function lengthsOf(db: mongo.Db, files: string): Promise<ReadonlyMap<string, number>> {
  const lengths = new Map<string, number>();
  for await (const { _id, length } of db.collection(files).find({}, { projection: { length: 1 } }))
    lengths.set(idText(_id), Number(length));
  return lengths;
}

/** The files of which every byte was read. One that lacks a piece is found now, and not on the day on which it is needed. */
async function wholeFiles(
  db: mongo.Db,
  files: string,
  lengths: ReadonlyMap<string, number>,
  read: readonly FileDigest[],
): Promise<readonly string[]> {
  const lengthsRead = new Map(read.map(({ id, length }) => [id, length]));
  const isWhole = (id: string) => (lengthsRead.get(id) ?? 0) === lengths.get(id);
  const lacking = new Set([...lengths.keys()].filter((id) => !isWhole(id)));
  // One that is deleted loses its entry first, and its pieces behind it.
  if (lacking.size > 0) {
    for await (const { _id, length, filename } of db.collection(files).find({})) {
      const id = idText(_id);
      if (!lacking.has(id)) continue;
      const what = `${filename} (${id}) has ${lengthsRead.get(id) ?? 0} of its ${length} bytes`;
      throw new BackupFailure(`${what}: it is damaged. There is no backup.`);
    }
  }
  return [...lengths.keys()].filter(isWhole);
}
