import type { PortalNotification, RecordKind } from '@cytocomm/contract';
import type { IconName } from '@cytocomm/kit';

type Happening = PortalNotification['happening'];

const WORDS: Readonly<Partial<Record<`${RecordKind} ${Happening}`, string>>> = {
  'document added': 'New document',
  'press-release added': 'Press release',
  'press-release asked': 'Asks for your approval',
  'press-release approved': 'Approved',
  'press-release declined': 'Not approved',
  'event added': 'New event',
  'event changed': 'Event changed',
  'mail failed': 'Mail',
  'release passed': 'Release passed the gate',
  'release refused': 'Release refused by the gate',
  'failure failed': 'New failure',
};

/** Returns what happened, in words. */
export function describeHappening({ kind, happening }: Pick<PortalNotification, 'kind' | 'happening'>): string {
  return WORDS[`${kind} ${happening}`] ?? 'News';
}

/** The icon of each kind of record. */
export const ICONS: Readonly<Record<RecordKind, IconName>> = {
  user: 'user',
  document: 'document',
  'press-release': 'edit',
  event: 'calendar',
  mail: 'mail',
  release: 'cloud',
  failure: 'warning',
};
