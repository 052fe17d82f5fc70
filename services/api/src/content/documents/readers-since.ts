import { isAdminsKeys, isReadBy, nameIn, peopleKeys, type StoredReaders } from '../../platform/calls/readers.ts';
import { VISIBILITIES } from './access.ts';
import type { DocumentRecord, ReadersSince } from './model.ts';

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
