import type { mongo } from 'mongoose';
import { listFieldsOf } from '../../content/documents/document-list.ts';

/** What is to say of a file, besides the document that has it. */
const FILE_FIELDS = ['fileId', 'name', 'size', 'chunkSize', 'sha256'];

const pick = (from: mongo.BSON.Document, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));

/**
 * Returns a document with those of its files that are in the backup; undefined when none of them is. One whose file was replaced
 * while the backup was taken has the file that was replaced last, as it had at the start.
 */
export function withKeptFiles(
  document: mongo.BSON.Document,
  isKept: (fileId: unknown) => boolean,
): mongo.BSON.Document | undefined {
  const all: readonly mongo.BSON.Document[] = document.versions ?? [];
  const kept = all.filter(({ fileId }) => isKept(fileId));
  if (isKept(document.fileId)) return kept.length === all.length ? document : { ...document, versions: kept };
  const [last, ...others] = kept.toSorted((a, b) => Number(b.replacedAt) - Number(a.replacedAt));
  if (last === undefined) return undefined;
  const file = pick(last, ['number', 'uploadedAt', 'uploadedBy', 'replacement']);
  const listed = listFieldsOf({ title: String(document.title), name: String(last.name) });
  return { ...document, ...pick(last, FILE_FIELDS), ...listed, file, versions: others };
}
