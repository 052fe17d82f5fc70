import { type Connection, mongo, Types } from 'mongoose';
import type { Evidence, EvidenceRow } from '../../../platform/audit/evidence.ts';
import type { Person } from '../../../platform/audit/person.ts';
import type { AcknowledgementRecord } from './model.ts';
import { signerFields } from './signer-fields.ts';

const ACTION = 'document.acknowledged';

type Signed = Omit<AcknowledgementRecord, 'seal' | 'searchText' | 'searchKeys'>;

/** Returns what is sealed of an acknowledgement: all but what it is searched by. */
function contentOf(record: Signed): readonly unknown[] {
  const { _id, documentId, sha256, userId, email, name, at, title, fileName, version } = record;
  const more = [record.revision ?? null, record.validFrom ?? null, record.formerSeal ?? null];
  return [ACTION, _id, documentId, sha256, userId, email, name, at, title, fileName, version, ...more];
}

/** Returns the seal of an acknowledgement. */
export function sealOfAcknowledgement(evidence: Evidence, record: Signed): string {
  return evidence.seal(contentOf(record));
}

/** Returns the first fault of a document's acknowledgements, or of the rows about them. */
function faultOf(rows: readonly EvidenceRow[], records: readonly AcknowledgementRecord[], evidence: Evidence) {
  const seals = new Set(records.map(({ seal, formerSeal = seal }) => formerSeal));
  const altered = records.find((record) => !evidence.isSealed(contentOf(record), record.seal));
  if (altered !== undefined) return `acknowledgement ${altered._id} was altered`;
  // Of what was broken off it is not known whether it was done.
  const lost = rows.find(({ detail }) => detail.outcome === undefined && !seals.has(detail.seal ?? ''));
  return lost && `an acknowledgement of document ${lost.subject} is missing, and the trail has its row`;
}

/** The result of the comparison. */
export interface AcknowledgementReport {
  readonly acknowledgements: number;
  /** The first fault; undefined without one. */
  readonly fault: string | undefined;
}

/** Holds acknowledgements against their seals and a sound trail: all, or those of the documents that an address acknowledged. */
export async function verifyAcknowledgements(
  connection: Connection,
  evidence: Evidence,
  email?: string,
): Promise<AcknowledgementReport> {
  // By the driver: what somebody has put in may be of any form.
  const records = connection.collection<AcknowledgementRecord>('document_acknowledgements');
  const named: readonly unknown[] = await records.distinct('documentId', email === undefined ? {} : { email });
  const subjects = email === undefined ? await evidence.subjectsOf(ACTION) : [];
  let acknowledgements = 0;
  for (const subject of new Set([...subjects, ...named.map(String)])) {
    if (!mongo.ObjectId.isValid(subject)) return { acknowledgements, fault: `an acknowledgement is of no document` };
    const documentId = new mongo.ObjectId(subject);
    // In this order: whatever has a row was stored before it.
    const proved = await evidence.rowsOf(ACTION, subject);
    const signed = await records.find({ documentId }).toArray();
    const fault = faultOf(proved, signed, evidence);
    if (fault !== undefined) return { acknowledgements, fault };
    acknowledgements += signed.length;
  }
  return { acknowledgements, fault: undefined };
}

/** Puts a pseudonym in place of a person, under new seals; they must have been sound. Returns in how many acknowledgements. */
export async function eraseFromAcknowledgements(
  connection: Connection,
  evidence: Evidence,
  one: Person,
  pseudonym: string,
): Promise<number> {
  const records = connection.collection<AcknowledgementRecord>('document_acknowledgements');
  let erased = 0;
  for await (const { seal, searchText: _text, searchKeys: _keys, ...record } of records.find({})) {
    if (!one.isNamedIn(record)) continue;
    const left = one.renamedIn(record, pseudonym);
    const changed: Signed = {
      ...left,
      ...(record.email === one.email && { name: pseudonym, userId: new Types.ObjectId() }),
      formerSeal: record.formerSeal ?? seal,
    };
    const fields = { ...changed, ...signerFields(changed), seal: sealOfAcknowledgement(evidence, changed) };
    erased += (await records.replaceOne({ _id: record._id }, fields)).modifiedCount;
  }
  return erased;
}
