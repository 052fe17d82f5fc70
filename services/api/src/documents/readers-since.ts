import type { Visibility } from '@cytocomm/contract';
import type { DocumentRecord, ReadersSince } from './model.ts';

type Dated = Pick<DocumentRecord, 'uploadedAt' | 'visibility' | 'readersSince'>;

const GROUPS: readonly Visibility[] = ['public', 'investor', 'customer'];

/** Whether people of a group read what has a visibility: what is public all do. */
const isRead = (visibility: Visibility | undefined, group: Visibility) =>
  visibility === 'public' || visibility === group;

/** Returns since when others than since the upload can read a document, once it has another visibility from a moment on. */
export function readersAfter({ visibility, readersSince = {} }: Dated, wanted: Visibility, at: Date): ReadersSince {
  return Object.fromEntries(
    GROUPS.flatMap((group) => {
      if (!isRead(wanted, group)) return [];
      const since = isRead(visibility, group) ? readersSince[group] : at;
      return since === undefined ? [] : [[group, since]];
    }),
  );
}

/** Whether others can read a document than could before, once it has another visibility. */
export function isWidened({ visibility }: Pick<Dated, 'visibility'>, wanted: Visibility): boolean {
  return GROUPS.some((group) => isRead(wanted, group) && !isRead(visibility, group));
}

/** Returns since when somebody who reads what has these visibilities can read a document; admins read all since the upload. */
export function readableSince(
  { uploadedAt, visibility, readersSince = {} }: Dated,
  readable: readonly Visibility[],
): Date {
  if (GROUPS.every((group) => readable.includes(group))) return uploadedAt;
  const moments = readable
    .filter((group) => isRead(visibility, group))
    .map((group) => readersSince[group] ?? uploadedAt);
  return moments.length === 0 ? uploadedAt : new Date(Math.min(...moments.map((moment) => moment.getTime())));
}
