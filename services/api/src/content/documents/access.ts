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

/** Somebody who holds nothing. */
const VISITOR = { roles: [], groups: [] };

/** Returns the keys of documents a user may read: visitors public ones, investors and customers theirs, too, in their groups; admins all. */
export function readable(person: Pick<Principal, 'roles' | 'groups'> | null): readonly string[] {
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

/** Returns those of some keys that are of reports. */
export const ofReports = (keys: readonly string[]): readonly string[] =>
  keys.filter((key) => REPORTS.some((visibility) => visibility === nameIn(key)));

/** Whether a document is a report: for investors or everybody. */
export const isReport = ({ visibility }: Pick<DocumentRecord, 'visibility'>): boolean =>
  REPORTS.some((each) => each === visibilityOf(visibility));

/** Returns the visibility of a stored document; undefined for one that is being deleted. */
export function visibilityOf(stored: StoredReaders | undefined): Visibility | undefined {
  const name = typeof stored === 'string' ? stored : nameIn(stored?.[0] ?? '');
  return VISIBILITIES.find((visibility) => visibility === name);
}

/** Returns a visibility as it is stored. Throws 400 for groups of what is public. */
export const storedVisibility = (visibility: Visibility, groups: readonly string[]): StoredReaders =>
  groups.length === 0 ? visibility : requestedKeys([visibility], groups);

type Dated = Pick<DocumentRecord, 'uploadedAt' | 'visibility' | 'readersSince'>;

/** Whether people with a key read a document: what is public all do, what is for no group all of its visibility. */
const isRead = (stored: StoredReaders | undefined, key: string) => isReadBy(stored, ['public', nameIn(key), key]);

const isOfGroup = (key: string) => key !== nameIn(key);

/** Returns since when others than since the upload can read a document, once it is for others from a moment on. */
export function readersAfter(before: Dated, wanted: StoredReaders, at: Date): ReadersSince {
  const { uploadedAt, visibility, readersSince = {} } = before;
  const keys = [...VISIBILITIES, ...peopleKeys(visibility), ...Object.keys(readersSince), ...peopleKeys(wanted)];
  return Object.fromEntries(
    [...new Set(keys)].flatMap((key) => {
      if (!isRead(wanted, key)) return [];
      if (!isRead(visibility, key)) return [[key, at]];
      // Of a group always named: else it would be taken for as new as its visibility.
      const since = readersSince[key] ?? (isOfGroup(key) ? (readersSince[nameIn(key)] ?? uploadedAt) : undefined);
      return since === undefined ? [] : [[key, since]];
    }),
  );
}

/** Whether others can read a document than could before, once it is for others. */
export function isWidened({ visibility }: Pick<Dated, 'visibility'>, wanted: StoredReaders): boolean {
  return [...VISIBILITIES, ...peopleKeys(wanted)].some((key) => isRead(wanted, key) && !isRead(visibility, key));
}

/** Returns since when somebody who reads by these keys can read a document; admins read all since the upload. */
export function readableSince({ uploadedAt, visibility, readersSince = {} }: Dated, readable: readonly string[]): Date {
  if (isAdminsKeys(readable)) return uploadedAt;
  const moments = readable
    .filter((key) => isRead(visibility, key))
    .map((key) => readersSince[key] ?? (isOfGroup(key) ? readersSince[nameIn(key)] : undefined) ?? uploadedAt);
  return moments.length === 0 ? uploadedAt : new Date(Math.min(...moments.map((moment) => moment.getTime())));
}

const FIELDS = ['title', 'visibility', 'uploadedAt', 'uploadedBy', 'readersSince', 'toldAt', 'replaced'] as const;
type ShownDocument = Pick<DocumentRecord, '_id' | (typeof FIELDS)[number]>;

/** When a document can be new to somebody: with its upload, when others could read it, or when they were told of another file. */
const MOMENTS = ['uploadedAt', 'visibleSince', 'toldAt'] as const;

/** Returns what is told of documents: those of others, since the moment at which the reader can read them. */
export function documentNotifications({ database }: Core): NotificationSource {
  const model = documentModel(database.connection);
  return {
    collection: 'documents',
    since: async (reader, from, limit) => {
      const keys = readable(reader);
      const rows = await Promise.all(
        groupedKeys(keys).flatMap((visibility) =>
          MOMENTS.map((moment) =>
            model
              .find({ visibility, [moment]: { $gte: from } }, [...FIELDS])
              .sort({ [moment]: -1, _id: -1 })
              .limit(limit)
              .lean<ShownDocument[]>(),
          ),
        ),
      );
      const byId = new Map(rows.flat().map((row) => [String(row._id), row]));
      return [...byId]
        .flatMap(([subject, row]) => {
          const { title, uploadedBy, toldAt, replaced } = row;
          const added = readableSince(row, keys);
          const isChanged = toldAt !== undefined && toldAt > added;
          // Who did it knows.
          if ((isChanged ? replaced?.by : uploadedBy) === reader.own) return [];
          const happening = isChanged ? ('changed' as const) : ('added' as const);
          return [{ kind: 'document' as const, happening, subject, title, at: isChanged ? toldAt : added }];
        })
        .filter(({ at }) => at >= from);
    },
  };
}
