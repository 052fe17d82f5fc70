import type { Visibility } from '@cytocomm/contract';
import type { Principal } from '../../platform/calls/access.ts';
import { askedKeys, nameIn, readerKeys, type StoredReaders } from '../../platform/calls/readers.ts';
import type { DocumentRecord } from './model.ts';

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
  groups.length === 0 ? visibility : askedKeys([visibility], groups);
