import type { LiveEvent, NotificationSummary, PortalNotification } from '@cytocomm/contract';
import type { Principal } from '../calls/access.ts';
import type { Reader } from '../calls/readers.ts';

/** Something that happened, as the record that it happened to says. */
export interface Happening extends Pick<PortalNotification, 'kind' | 'happening' | 'subject' | 'title'> {
  readonly at: Date;
}

/** Those who are told the same. */
interface Audience extends Reader {
  /** The e-mail of an admin, who is not told of what they did themselves: each is an audience of their own. Empty for all others. */
  readonly own: string;
}

/** The notifications of a domain. Both calls read what a person may see now, so deleted records notify no one. */
export interface NotificationSource {
  /** The collection of its records: what was read of them counts until one of them changes. By default each call reads. */
  readonly collection?: LiveEvent['collection'];
  /** Returns what happened since a moment to what an audience may see, newest first, at most `limit`. */
  since(reader: Audience, from: Date, limit: number): Promise<readonly Happening[]>;
  /** Returns how much there is for the person to do, counted to MAX_WAITING_COUNTED. By default nothing. */
  waiting?(reader: Principal): Promise<NotificationSummary['waiting'][number]>;
}
