import type { Acknowledgement, NewAcknowledgement, StoredDocument } from '@cytocomm/contract';
import { type Connection, mongo, Types } from 'mongoose';
import type { Actor } from '../../../platform/audit/actor.ts';
import type { Person } from '../../../platform/audit/erasure.ts';
import type { Evidence, EvidenceRow } from '../../../platform/audit/service.ts';
import type { Principal } from '../../../platform/calls/access.ts';
import { ApiError, conflict } from '../../../platform/calls/problem.ts';
import type { Core } from '../../../platform/core.ts';
import { isDuplicateKey } from '../../../platform/database/trouble.ts';
import { accessModel, accessVersion, needsAcknowledgement } from '../access-log.ts';
import { type DocumentRecord, documentModel } from '../model.ts';
import { currentFile } from '../version-files.ts';
import { type AcknowledgementRecord, acknowledgementModel, signerFields } from './model.ts';

const ACTION = 'document.acknowledged';

type Signed = Omit<AcknowledgementRecord, 'seal' | 'searchText'>;

/** Returns the sealed content of an acknowledgement: all but its search fields. */
function contentOf(record: Signed): readonly unknown[] {
  const { _id, documentId, sha256, userId, email, name, at, title, fileName, version } = record;
  const more = [record.revision ?? null, record.validFrom ?? null, record.formerSeal ?? null];
  return [ACTION, _id, documentId, sha256, userId, email, name, at, title, fileName, version, ...more];
}

/** Returns the seal of an acknowledgement. */
function sealOfAcknowledgement(evidence: Evidence, record: Signed): string {
  return evidence.seal(contentOf(record));
}

/** Returns the first fault of a document's acknowledgements or of their audit rows. */
function faultOf(rows: readonly EvidenceRow[], records: readonly AcknowledgementRecord[], evidence: Evidence) {
  const seals = new Set(records.map(({ seal, formerSeal = seal }) => formerSeal));
  const altered = records.find((record) => !evidence.isSealed(contentOf(record), record.seal));
  if (altered !== undefined) return `acknowledgement ${altered._id} was altered`;
  // An interrupted change has no outcome: it may have been stored or not.
  const lost = rows.find(({ detail }) => detail.outcome === undefined && !seals.has(detail.seal ?? ''));
  return lost && `an acknowledgement of document ${lost.subject} is missing, and the trail has its row`;
}

/** The result of `verifyAcknowledgements`. */
export interface AcknowledgementReport {
  readonly acknowledgements: number;
  /** The first fault; undefined without one. */
  readonly fault: string | undefined;
}

/** Checks acknowledgements against their seals and a verified audit trail: all, or those of the documents that `email` acknowledged. */
export async function verifyAcknowledgements(
  connection: Connection,
  evidence: Evidence,
  email?: string,
): Promise<AcknowledgementReport> {
  // Read without the model: a tampered record may have any form.
  const records = connection.collection<AcknowledgementRecord>('document_acknowledgements');
  const named: readonly unknown[] = await records.distinct('documentId', email === undefined ? {} : { email });
  const subjects = email === undefined ? await evidence.subjectsOf(ACTION) : [];
  let acknowledgements = 0;
  for (const subject of new Set([...subjects, ...named.map(String)])) {
    if (!mongo.ObjectId.isValid(subject)) return { acknowledgements, fault: `an acknowledgement is of no document` };
    const documentId = new mongo.ObjectId(subject);
    // Rows first: each record is stored before its row.
    const proved = await evidence.rowsOf(ACTION, subject);
    const signed = await records.find({ documentId }).toArray();
    const fault = faultOf(proved, signed, evidence);
    if (fault !== undefined) return { acknowledgements, fault };
    acknowledgements += signed.length;
  }
  return { acknowledgements, fault: undefined };
}

/** Replaces a person by a pseudonym and seals again; the seals must be valid. Returns the number of changed acknowledgements. */
export async function eraseFromAcknowledgements(
  connection: Connection,
  evidence: Evidence,
  one: Person,
  pseudonym: string,
): Promise<number> {
  const records = connection.collection<AcknowledgementRecord>('document_acknowledgements');
  let erased = 0;
  for await (const { seal, searchText: _text, ...record } of records.find({})) {
    if (!one.isNamedIn(record)) continue;
    const renamed = one.renamedIn(record, pseudonym);
    const changed: Signed = {
      ...renamed,
      ...(record.email === one.email && { name: pseudonym, userId: new Types.ObjectId() }),
      formerSeal: record.formerSeal ?? seal,
    };
    const fields = { ...changed, ...signerFields(changed), seal: sealOfAcknowledgement(evidence, changed) };
    erased += (await records.replaceOne({ _id: record._id }, fields)).modifiedCount;
  }
  return erased;
}

/** The fields that identify the current file of a document. */
type FiledDocument = Pick<DocumentRecord, '_id' | 'file'>;

/** A person who opens files. */
type Opener = Pick<Principal, 'email' | 'addedAt'>;

/** Returns the ids of SOPs whose current file a person has opened, with one query per version. */
async function openedFiles(
  connection: Connection,
  documents: readonly FiledDocument[],
  { email: by, addedAt }: Opener,
): Promise<ReadonlySet<string>> {
  // Earlier accesses are of a former owner of the address.
  const at = { $gte: addedAt };
  const opened: readonly Types.ObjectId[][] = await Promise.all(
    [...Map.groupBy(documents, accessVersion)].map(([version, some]) => {
      const documentId = { $in: some.map(({ _id }) => _id) };
      return accessModel(connection).distinct('documentId', { documentId, by, version, at, whole: true });
    }),
  );
  return new Set(opened.flat().map(String));
}

/** A person who may acknowledge. */
type Signer = Pick<Principal, 'userId'> & Opener;

/** Acknowledgements of SOPs by their readers. */
export interface Acknowledgements {
  /** Acknowledges the current file, once per person. Throws 409 if none is needed or it was not opened; 412 for another file. */
  acknowledge(record: DocumentRecord, sent: NewAcknowledgement, signer: Signer, actor: Actor): Promise<Acknowledgement>;
  /** Adds to documents whether their reader has opened and acknowledged them. */
  withOwn(documents: readonly StoredDocument[], reader: Signer | null): Promise<StoredDocument[]>;
}

/** Throws 409 for a document that needs no acknowledgement. */
export function assertNeedsAcknowledgement(document: Pick<DocumentRecord, 'kind' | 'visibility'>): void {
  if (!needsAcknowledgement(document))
    throw conflict('conflict', 'This document needs no acknowledgement: only SOPs do, and none that are public.');
}

function present({ at, name, sha256, revision }: AcknowledgementRecord): Acknowledgement {
  return { acknowledgedAt: at.toISOString(), name, sha256, ...(revision !== undefined && { revision }) };
}

/** Creates the acknowledgements of documents. */
export function createAcknowledgements(core: Core): Acknowledgements {
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
      assertNeedsAcknowledgement(document);
      if (document.sha256 !== sha256)
        throw new ApiError(
          412,
          'precondition-failed',
          'This document has a newer file. Open and read it, then acknowledge it.',
          {
            headers: { ETag: `"${document.sha256}"` },
          },
        );
      const existing = await find(document, signer);
      if (existing !== null) return present(existing);
      if ((await openedFiles(connection, [document], signer)).size === 0)
        throw conflict('conflict', 'You have not opened this file completely yet. Open all of it first.');
      const unsealed = recordOf(document, name, signer);
      const seal = sealOfAcknowledgement(core.audit.evidence, unsealed);
      const record = { ...unsealed, seal };
      const { title, fileName, version, revision } = record;
      // Not the name: it stays in one place, where erasing reaches it. The seal proves it.
      const detail = { title, name: fileName, version: String(version), ...(revision && { revision }), sha256, seal };
      const subject = String(document._id);
      try {
        await core.change(actor, async ({ audit }) => {
          await model.create(record);
          audit('document.acknowledged', subject, detail);
        });
      } catch (error) {
        // Stored by a concurrent call.
        const first = isDuplicateKey(error) ? await find(document, signer) : null;
        if (first === null) throw error;
        return present(first);
      }
      return present(record);
    },

    withOwn: async (items, reader) => {
      const pending = reader === null ? [] : items.filter(needsAcknowledgement);
      if (reader === null || pending.length === 0) return [...items];
      const ids = pending.map(({ id }) => new Types.ObjectId(id));
      const [own, files] = await Promise.all([
        model
          .find({ documentId: { $in: ids }, userId: reader.userId }, { documentId: 1, sha256: 1, at: 1, revision: 1 })
          .lean<AcknowledgementRecord[]>(),
        documents.find({ _id: { $in: ids } }, { file: 1 }).lean<FiledDocument[]>(),
      ]);
      const opened = await openedFiles(connection, files, reader);
      const isPending = new Set(pending);
      return items.map((item) => {
        if (!isPending.has(item)) return item;
        const acknowledgement = own.find(
          ({ documentId, sha256 }) => documentId.equals(item.id) && sha256 === item.sha256,
        );
        return {
          ...item,
          opened: opened.has(item.id),
          ...(acknowledgement && { acknowledgedAt: acknowledgement.at.toISOString() }),
          ...(acknowledgement?.revision !== undefined && { acknowledgedRevision: acknowledgement.revision }),
        };
      });
    },
  };
}
