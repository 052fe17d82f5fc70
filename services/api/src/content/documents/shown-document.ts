import type { Model } from 'mongoose';
import { notFound, serviceUnavailable } from '../../platform/calls/problem.ts';
import type { StoredReaders } from '../../platform/calls/readers.ts';
import type { DocumentRecord } from './model.ts';
import { unknownDocument } from './unknown-document.ts';

/** How often a change is tried that others overtake. */
export const MAX_ATTEMPTS = 5;

/** A document that is not being deleted. */
export type ShownDocument = DocumentRecord & { readonly visibility: StoredReaders };

/** Returns a document whose files are asked for. Throws 404. */
export async function readShown(model: Model<DocumentRecord>, id: string): Promise<ShownDocument> {
  const record = await model.findById(id).lean<DocumentRecord | null>();
  if (record?.visibility === undefined) throw unknownDocument();
  return { ...record, visibility: record.visibility };
}

/** Returns the 404 of a version that a document has not. */
export const unknownVersion = () =>
  notFound('There is no such version of this document. Its time may be over, or it made room for newer ones.');

/** Returns the 503 of a change that others overtook each time. */
export const overtaken = () => serviceUnavailable('Somebody else just changed this document. Try again.');
