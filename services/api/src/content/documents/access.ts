import type { Visibility } from '@cytocomm/contract';
import type { Principal } from '../../platform/calls/access.ts';
import {
  groupedKeys,
  isAdminsKeys,
  isReadBy,
  nameIn,
  peopleKeys,
  readerKeys,
  requestedKeys,
  type StoredReaders,
} from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import type { NotificationSource } from '../../platform/notifications/source.ts';
import { type DocumentRecord, documentModel, type ReadersSince } from './model.ts';

/** A person without roles and groups. */
const VISITOR = { roles: [], groups: [] };

/** Returns the keys of the documents that a person may read: public ones, those of their roles and groups, or all for admins. */
export function readableKeys(person: Pick<Principal, 'roles' | 'groups'> | null): readonly string[] {
  const holds = (role: 'admin' | 'investor' | 'customer') => person?.roles.includes(role) === true;
  const admin = holds('admin');
  const visibilities: readonly Visibility[] = [
    'public',
    ...(admin || holds('investor') ? (['investor'] as const) : []),
    ...(admin || holds('customer') ? (['customer'] as const) : []),
  ];
  return readerKeys(visibilities, person ?? VISITOR);
}

/** All visibilities. */
export const VISIBILITIES: readonly Visibility[] = ['public', 'investor', 'customer'];

/** The visibilities of reports. */
const REPORTS: readonly Visibility[] = ['public', 'investor'];

/** Filters keys down to those of reports. */
export const reportKeys = (keys: readonly string[]): readonly string[] =>
  keys.filter((key) => REPORTS.some((visibility) => visibility === nameIn(key)));

/** Whether a document is a report: for investors or everybody. */
export const isReport = ({ visibility }: Pick<DocumentRecord, 'visibility'>): boolean =>
  REPORTS.some((each) => each === visibilityOf(visibility));

/** Returns the visibility of a stored document; undefined for one that is being deleted. */
export function visibilityOf(stored: StoredReaders | undefined): Visibility | undefined {
  const name = typeof stored === 'string' ? stored : nameIn(stored?.[0] ?? '');
  return VISIBILITIES.find((visibility) => visibility === name);
}

/** Returns the stored form of a visibility. Throws 400 for groups of a public document. */
export const storedVisibility = (visibility: Visibility, groups: readonly string[]): StoredReaders =>
  groups.length === 0 ? visibility : requestedKeys([visibility], groups);

type Dated = Pick<DocumentRecord, 'uploadedAt' | 'visibility' | 'readersSince'>;

/** Whether a key reads a document: public ones every key does, those without groups every key of their visibility. */
const isRead = (stored: StoredReaders | undefined, key: string) => isReadBy(stored, ['public', nameIn(key), key]);

const isOfGroup = (key: string) => key !== nameIn(key);

/** Returns `readersSince` after the readers change to `wanted` at a moment. */
export function nextReadersSince(before: Dated, wanted: StoredReaders, at: Date): ReadersSince {
  const { uploadedAt, visibility, readersSince = {} } = before;
  const keys = [...VISIBILITIES, ...peopleKeys(visibility), ...Object.keys(readersSince), ...peopleKeys(wanted)];
  return Object.fromEntries(
    [...new Set(keys)].flatMap((key) => {
      if (!isRead(wanted, key)) return [];
      if (!isRead(visibility, key)) return [[key, at]];
      // Always stored for a group, which would otherwise inherit the time of its visibility.
      const since = readersSince[key] ?? (isOfGroup(key) ? (readersSince[nameIn(key)] ?? uploadedAt) : undefined);
      return since === undefined ? [] : [[key, since]];
    }),
  );
}

/** Whether a change of readers adds some. */
export function addsReaders({ visibility }: Pick<Dated, 'visibility'>, wanted: StoredReaders): boolean {
  return [...VISIBILITIES, ...peopleKeys(wanted)].some((key) => isRead(wanted, key) && !isRead(visibility, key));
}

/** Returns when a person with these keys could first read a document; for admins the upload. */
export function readableSince(
  { uploadedAt, visibility, readersSince = {} }: Dated,
  readableKeys: readonly string[],
): Date {
  if (isAdminsKeys(readableKeys)) return uploadedAt;
  const moments = readableKeys
    .filter((key) => isRead(visibility, key))
    .map((key) => readersSince[key] ?? (isOfGroup(key) ? readersSince[nameIn(key)] : undefined) ?? uploadedAt);
  return moments.length === 0 ? uploadedAt : new Date(Math.min(...moments.map((moment) => moment.getTime())));
}

const FIELDS = ['title', 'visibility', 'uploadedAt', 'uploadedBy', 'readersSince', 'replaced'] as const;
type ShownDocument = Pick<DocumentRecord, '_id' | (typeof FIELDS)[number]>;

/** Notifications about documents that others added or replaced, from the time the reader can read them. */
export function documentNotifications({ database }: Core): NotificationSource {
  const model = documentModel(database.connection);
  return {
    collection: 'documents',
    since: async (reader, from, limit) => {
      const keys = readableKeys(reader);
      const rows = await Promise.all(
        groupedKeys(keys).map((visibility) =>
          model
            .find({ visibility, newsAt: { $gte: from } }, [...FIELDS])
            .sort({ newsAt: -1, _id: -1 })
            .limit(limit)
            .lean<ShownDocument[]>(),
        ),
      );
      const byId = new Map(rows.flat().map((row) => [String(row._id), row]));
      return [...byId]
        .flatMap(([subject, row]) => {
          const { title, uploadedBy, replaced } = row;
          const added = readableSince(row, keys);
          const change = replaced !== undefined && replaced.at > added ? replaced : undefined;
          // Not to the person who did it.
          if ((change?.by ?? uploadedBy) === reader.own) return [];
          const happening = change === undefined ? ('added' as const) : ('changed' as const);
          return [{ kind: 'document' as const, happening, subject, title, at: change?.at ?? added }];
        })
        .filter(({ at }) => at >= from);
    },
  };
}
