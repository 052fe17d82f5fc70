import type { Acknowledgement, NewAcknowledgement, StoredDocument } from '@cytocomm/contract';
import { type Connection, mongo, Types } from 'mongoose';
import type { Actor } from '../../../platform/audit/actor.ts';
import type { Person } from '../../../platform/audit/erasure.ts';
import type { Evidence, EvidenceRow } from '../../../platform/audit/service.ts';
import type { Principal } from '../../../platform/calls/access.ts';
import { ApiError, conflict } from '../../../platform/calls/problem.ts';
import type { Core } from '../../../platform/core.ts';
import { isDuplicateKey } from '../../../platform/database/trouble.ts';
import { accessModel, isToAcknowledge, loggedNumber } from '../access-log.ts';
import { type DocumentRecord, documentModel } from '../model.ts';
import { currentFile } from '../version-files.ts';
import { type AcknowledgementRecord, acknowledgementModel, signerFields } from './model.ts';

const ACTION = 'document.acknowledged';

type Signed = Omit<AcknowledgementRecord, 'seal' | 'searchText' | 'searchKeys'>;

/** Returns what is sealed of an acknowledgement: all but what it is searched by. */
function contentOf(record: Signed): readonly unknown[] {
  const { _id, documentId, sha256, userId, email, name, at, title, fileName, version } = record;
  const more = [record.revision ?? null, record.validFrom ?? null, record.formerSeal ?? null];
  return [ACTION, _id, documentId, sha256, userId, email, name, at, title, fileName, version, ...more];
}

/** Returns the seal of an acknowledgement. */
function sealOfAcknowledgement(evidence: Evidence, record: Signed): string {
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

/** A document, as far as that decides which file it has. */
type FiledDocument = Pick<DocumentRecord, '_id' | 'file'>;

/** Somebody who opens files. */
type Opener = Pick<Principal, 'email' | 'addedAt'>;

/** Returns the ids of those SOPs of whose current file a person was sent enough to have opened it, by a query for each number that such a file has. */
async function openedFiles(
  connection: Connection,
  documents: readonly FiledDocument[],
  { email: by, addedAt }: Opener,
): Promise<ReadonlySet<string>> {
  // Earlier ones are of somebody else who had the address.
  const at = { $gte: addedAt };
  const opened: readonly Types.ObjectId[][] = await Promise.all(
    [...Map.groupBy(documents, loggedNumber)].map(([version, some]) => {
      const documentId = { $in: some.map(({ _id }) => _id) };
      return accessModel(connection).distinct('documentId', { documentId, by, version, at, whole: true });
    }),
  );
  return new Set(opened.flat().map(String));
}

/** Somebody who may acknowledge. */
type Signer = Pick<Principal, 'userId'> & Opener;

/** What people do with documents that they are to acknowledge. */
export interface Acknowledging {
  /** Acknowledges the file that a document has, a person once. Throws 409 for what is not to be, or was not opened; 412 for another file. */
  acknowledge(record: DocumentRecord, sent: NewAcknowledgement, signer: Signer, actor: Actor): Promise<Acknowledgement>;
  /** Returns documents with what their reader has opened and acknowledged of them. */
  withOwn(documents: readonly StoredDocument[], reader: Signer | null): Promise<StoredDocument[]>;
}

/** Throws 409 for a document that needs no acknowledgement. */
export function assertToAcknowledge(document: Pick<DocumentRecord, 'kind' | 'visibility'>): void {
  if (!isToAcknowledge(document))
    throw conflict('conflict', 'This document needs no acknowledgement: only SOPs do, and none that are public.');
}

function present({ at, name, sha256, revision }: AcknowledgementRecord): Acknowledgement {
  return { acknowledgedAt: at.toISOString(), name, sha256, ...(revision !== undefined && { revision }) };
}

/** Creates what acknowledges the documents of a database. */
export function createAcknowledging(core: Core): Acknowledging {
  const { connection, now } = core.database;
  const model = acknowledgementModel(connection);
  const documents = documentModel(connection);

  const find = ({ _id: documentId, sha256 }: Pick<DocumentRecord, '_id' | 'sha256'>, { userId }: Signer) =>
    model.findOne({ documentId, userId, sha256 }).lean<AcknowledgementRecord | null>();

  function recordOf(
    document: DocumentRecord,
    name: string,
    { userId, email }: Signer,
  ): Omit<AcknowledgementRecord, 'seal'> {
    const { _id: documentId, sha256, title, revision, validFrom } = document;
    return {
      _id: new Types.ObjectId(),
      ...{ documentId, sha256, userId: new Types.ObjectId(userId), at: now() },
      ...signerFields({ email, name }),
      ...{ title, fileName: document.name, version: currentFile(document).number },
      ...(revision !== undefined && { revision }),
      ...(validFrom !== undefined && { validFrom }),
    };
  }

  return {
    acknowledge: async (document, { name, sha256 }, signer, actor) => {
      assertToAcknowledge(document);
      if (document.sha256 !== sha256)
        throw new ApiError(
          412,
          'precondition-failed',
          'This document has another file since. Open it, and read that.',
          {
            headers: { ETag: `"${document.sha256}"` },
          },
        );
      const known = await find(document, signer);
      if (known !== null) return present(known);
      if ((await openedFiles(connection, [document], signer)).size === 0)
        throw conflict('conflict', 'You have not opened this file yet. Open it first, and all of it.');
      const unsealed = recordOf(document, name, signer);
      const seal = sealOfAcknowledgement(core.audit.evidence, unsealed);
      const record = { ...unsealed, seal };
      const { title, fileName, version, revision } = record;
      // Not the name: it stays in one place, where erasing reaches it. The seal proves it.
      const detail = { title, name: fileName, version: String(version), ...(revision && { revision }), sha256, seal };
      const subject = String(document._id);
      const intent = await core.audit.intend({ ...actor, action: 'document.acknowledged', subject, detail });
      try {
        await model.create(record);
      } catch (error) {
        // By a call at the same moment.
        const first = isDuplicateKey(error) ? await find(document, signer) : null;
        if (first === null) throw error;
        await intent.drop();
        return present(first);
      }
      await intent.done();
      return present(record);
    },

    withOwn: async (items, reader) => {
      const asked = reader === null ? [] : items.filter(isToAcknowledge);
      if (reader === null || asked.length === 0) return [...items];
      const ids = asked.map(({ id }) => new Types.ObjectId(id));
      const [own, files] = await Promise.all([
        model
          .find({ documentId: { $in: ids }, userId: reader.userId }, { documentId: 1, sha256: 1, at: 1, revision: 1 })
          .lean<AcknowledgementRecord[]>(),
        documents.find({ _id: { $in: ids } }, { file: 1 }).lean<FiledDocument[]>(),
      ]);
      const opened = await openedFiles(connection, files, reader);
      const isAsked = new Set(asked);
      return items.map((item) => {
        if (!isAsked.has(item)) return item;
        const given = own.find(({ documentId, sha256 }) => documentId.equals(item.id) && sha256 === item.sha256);
        return {
          ...item,
          opened: opened.has(item.id),
          ...(given && { acknowledgedAt: given.at.toISOString() }),
          ...(given?.revision !== undefined && { acknowledgedRevision: given.revision }),
        };
      });
    },
  };
}
