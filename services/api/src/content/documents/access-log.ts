import { type DocumentAccess, type DocumentAccessQuery, RETENTION } from '@cytocomm/contract';
import { clientKey } from '@cytocomm/runtime';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import type { Principal } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import { recordOptions } from '../../platform/database/record.ts';
import { isDuplicateKey } from '../../platform/database/trouble.ts';
import { type ByteRange, joinRanges } from '../../platform/http/conditions.ts';
import { inTime, orderNamed, type Page, readPage } from '../../platform/lists/pages.ts';
import { searchFieldsOf } from '../../platform/lists/search.ts';
import { deriveKey, signatureOf } from '../../platform/settings/keys.ts';
import { visibilityOf } from './access.ts';
import type { DocumentRecord } from './model.ts';

/** The share of a file that counts as all of it: PDF readers skip bytes that no page shows. */
const WHOLE_SHARE = 0.95;
/** Parts of a file stored per person; the shortest are dropped. */
const MAX_PARTS = 500;

/** Parts of a file as they are stored: start, end, start, end. */
export type StoredParts = readonly number[];

const lengthOf = ({ start, end }: ByteRange) => end - start;

function partsOf(stored: StoredParts): ByteRange[] {
  return stored.flatMap((start, place) => {
    const end = stored[place + 1];
    return place % 2 === 0 && end !== undefined ? [{ start, end }] : [];
  });
}

/** Merges further parts into stored ones; returns 'whole' when they cover enough of a file of `size` bytes. */
export function addParts(stored: StoredParts, sent: readonly ByteRange[], size: number): StoredParts | 'whole' {
  const parts = joinRanges([...partsOf(stored), ...sent.filter((part) => lengthOf(part) > 0)]);
  const bytes = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  if (bytes >= size * WHOLE_SHARE) return 'whole';
  const longest = parts.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_PARTS);
  return joinRanges(longest).flatMap(({ start, end }) => [start, end]);
}

/** One person or visitor opened or downloaded a document. */
export interface AccessRecord {
  readonly _id: Types.ObjectId;
  readonly documentId: Types.ObjectId;
  /** Keyed hash of document, user or client, action and minute: viewers read a file by many requests. Reveals no visitor's address. */
  readonly occasion: string;
  readonly at: Date;
  readonly by: string | null;
  readonly action: DocumentAccess['action'];
  readonly from: string;
  /** The version that was sent; unset for the first. */
  readonly version?: number;
  /** The title at that time; unset for visitors. */
  readonly title?: string;
  /** SOPs only: parts of the file sent so far, in one access per person, until they are enough. */
  readonly parts?: StoredParts;
  /** SOPs only: enough of the file was sent to acknowledge it. */
  readonly whole?: true;
  /** The person's e-mail as it is searched; empty for visitors, who match no search. */
  readonly searchText?: string;
}

/** Retention of an access, in days. */
const ACCESS_KEEP_DAYS = RETENTION.documentAccessDays;
const KEEP_SECONDS = ACCESS_KEEP_DAYS * 24 * 3600;
const OCCASION_MS = 60_000;

const schema = new Schema<AccessRecord>(
  {
    documentId: { type: Schema.Types.ObjectId, required: true },
    occasion: { type: String, required: true },
    at: { type: Date, required: true },
    by: { type: String, default: null },
    action: { type: String, required: true },
    from: String,
    version: Number,
    title: String,
    parts: { type: [Number], default: undefined },
    whole: Boolean,
    searchText: String,
  },
  recordOptions('document_accesses'),
);
schema.index({ occasion: 1 }, { unique: true });
schema.index({ documentId: 1, at: 1, _id: 1, action: 1, searchText: 1 });
schema.index({ by: 1, at: 1, _id: 1, action: 1, documentId: 1 });
schema.index({ documentId: 1, by: 1, version: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: KEEP_SECONDS });

/** Attempts to store parts while other requests of the same person store theirs. */
const MAX_NOTE_ATTEMPTS = 50;

/** Returns the order of a list of accesses. */
export const accessOrder = (sort: string) => orderNamed<AccessRecord>(sort, { at: 'at' }, '_id');

/** Filters, order and page of an access list. */
export type AccessSearch = Omit<DocumentAccessQuery, 'limit'> & {
  readonly documentId: Types.ObjectId;
  readonly limit: number;
};

/** The fields that decide whether a document needs an acknowledgement. */
type Classified = Pick<DocumentRecord, 'visibility'> & { readonly kind?: DocumentRecord['kind'] | undefined };

/** The fields of a document that an access stores. */
type AccessedDocument = Pick<DocumentRecord, '_id' | 'file'> & Partial<Pick<DocumentRecord, 'title'>>;

/** A document whose file is sent. */
type SentDocument = AccessedDocument & Pick<DocumentRecord, 'size' | 'kind' | 'visibility'>;

/** An access of a person. */
type PersonalAccess = Pick<DocumentAccess, 'action' | 'from'> & {
  readonly person: Pick<Principal, 'email' | 'addedAt'>;
};

/** Who opened or downloaded which document. */
export interface AccessLog {
  /** Records an access, at most once a minute. The title is stored for the time after the document is deleted. */
  record(document: AccessedDocument, access: Omit<DocumentAccess, 'at'>): Promise<void>;
  /** Records the parts of a file that a person was sent, until they are enough to acknowledge it. */
  noteSent(document: SentDocument, access: PersonalAccess, parts: readonly ByteRange[]): Promise<void>;
  /** Whether a person was sent the current file, of an SOP nearly all of it. Accesses from before they were added are not theirs. */
  hasOpened(document: SentDocument, person: Pick<Principal, 'email' | 'addedAt'>): Promise<boolean>;
  /** Returns a page, newest first unless the query says otherwise. Throws 400 for a cursor that no page had. */
  page(search: AccessSearch): Promise<Page<AccessRecord>>;
}

/** Returns the version that accesses to the current file store; null for the first, whose accesses store none. */
export function accessVersion({ file }: Pick<DocumentRecord, 'file'>): number | null {
  return file === undefined || file.number === 1 ? null : file.number;
}

/** Returns the search field of an access. */
export function listFieldsOf({ by }: Pick<AccessRecord, 'by'>) {
  return by === null ? { searchText: '' } : searchFieldsOf(by);
}

/** Whether readers must acknowledge a document: SOPs that are not public. */
export function needsAcknowledgement({ kind, visibility }: Classified): boolean {
  return kind === 'sop' && visibilityOf(visibility) !== 'public';
}

/** Returns the filter of accesses that count as opening a document: of an SOP nearly the whole file must have been sent. */
export function openingFilter(document: Classified): { readonly whole?: true } {
  return needsAcknowledgement(document) ? { whole: true } : {};
}

/** Creates the access log. */
export function createAccessLog(core: Core): AccessLog {
  const model: Model<AccessRecord> = accessModel(core.database.connection);
  const key = deriveKey(core.config.tokenSecrets[0], 'document-access');

  async function record(document: AccessedDocument, { by, action, from }: Omit<DocumentAccess, 'at'>): Promise<void> {
    const { _id: documentId, title } = document;
    const version = accessVersion(document);
    const at = new Date();
    const minute = Math.floor(at.getTime() / OCCASION_MS);
    const others = version === null ? [] : [version];
    const parts = [documentId.toHexString(), by ?? clientKey(from), action, minute, ...others];
    const occasion = signatureOf(key, JSON.stringify(parts));
    await model
      .updateOne(
        { occasion },
        // A visitor's address is not stored.
        {
          $setOnInsert: {
            ...{ documentId, occasion, at, by, action, from: by === null ? '' : from },
            ...listFieldsOf({ by }),
            ...(version !== null && { version }),
            ...(title !== undefined && by !== null && { title }),
          },
        },
        { upsert: true },
      )
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  }

  const accessesOf = (document: AccessedDocument, { email: by, addedAt }: Pick<Principal, 'email' | 'addedAt'>) => ({
    ...{ documentId: document._id, by, version: accessVersion(document), at: { $gte: addedAt } },
  });

  return {
    record,

    noteSent: async (document, { person, action, from }, sent) => {
      const accesses = accessesOf(document, person);
      for (let attempt = 0; attempt < MAX_NOTE_ATTEMPTS; attempt += 1) {
        // Always the oldest access, in every process.
        const access = await model.findOne(accesses, { parts: 1, whole: 1 }).sort({ _id: 1 }).lean();
        if (access === null) {
          await record(document, { by: person.email, action, from });
          continue;
        }
        const { _id, parts: before, whole } = access;
        if (whole) return;
        const parts = addParts(before ?? [], sent, document.size);
        const unchanged = { _id, parts: before === undefined ? null : { $eq: before } };
        const change = parts === 'whole' ? { $set: { whole: true }, $unset: { parts: 1 } } : { $set: { parts } };
        if ((await model.updateOne(unchanged, change)).matchedCount === 1) return;
      }
      throw new Error('could not record the sent parts of a file: other requests kept changing the same record');
    },

    hasOpened: async (document, person) =>
      (await model.exists({ ...accessesOf(document, person), ...openingFilter(document) })) !== null,

    page: ({ documentId, limit, cursor, sort = '-at', by: search, action, after, before }) => {
      const filter = { documentId, ...inTime('at', after, before), ...(action !== undefined && { action }) };
      return readPage(model, { filter, search, order: accessOrder(sort), limit, cursor });
    },
  };
}

/** Returns an access as admins see it. */
export function presentAccess({ at, by, action, from }: AccessRecord): DocumentAccess {
  return { at: at.toISOString(), by, action, from };
}

/** Returns the model of the accesses to documents. */
export function accessModel(connection: Connection): Model<AccessRecord> {
  return connection.model<AccessRecord>('DocumentAccess', schema);
}
