import type { NotificationSummary, PortalNotification } from '@cytocomm/contract';
import type { Principal } from '../http/access.ts';

/** Something that happened, as the record that it happened to says. */
export interface Happening extends Pick<PortalNotification, 'kind' | 'happening' | 'subject' | 'title'> {
  readonly at: Date;
}

/** What a domain has to tell people. Both read what a person may see now, so that nothing is told of what is gone. */
export interface NotificationSource {
  /** Returns what happened since a moment, newest first, at most `limit`. */
  since(reader: Principal, from: Date, limit: number): Promise<readonly Happening[]>;
  /** Returns how much there is for the person to do, counted to MAX_WAITING_COUNTED. By default nothing. */
  waiting?(reader: Principal): Promise<NotificationSummary['waiting'][number]>;
}
