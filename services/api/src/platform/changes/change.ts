import type { AuditAction, LiveEvent } from '@cytocomm/contract';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import { type Announcement, announcementModel, announcementOf } from '../announcements/announcement.ts';
import type { Actor } from '../audit/actor.ts';
import type { AuditEvent } from '../audit/event.ts';
import type { AuditTrail } from '../audit/service.ts';
import type { StoredReaders } from '../calls/readers.ts';
import type { Database } from '../database/database.ts';
import { createTransactions, type Transaction } from '../database/transaction.ts';

/** What happens together with the writes of a change, or not at all. */
export interface Change extends Transaction {
  /** Stores a row of the audit trail. */
  audit(action: AuditAction, subject: string, detail?: AuditEvent['detail']): void;
  /** Announces an event to admins and to all with keys of these readers: before and after the change. */
  announce(event: LiveEvent, ...readers: readonly (StoredReaders | undefined)[]): void;
  /** Looks a person's live streams up again, whose rights may have ended. */
  recheck(userId: string): void;
}

/** Makes a change in one transaction (`Transact`), with its rows of the audit trail and its announcements. */
export type MakeChange = <Result>(actor: Actor, work: (change: Change) => Promise<Result>) => Promise<Result>;

/** Creates the changes of a database. */
export function createChanges(
  database: Pick<Database, 'connection' | 'now'>,
  audit: Pick<AuditTrail, 'recordAll'>,
  log: Logger,
): MakeChange {
  const transact = createTransactions(database, log);
  const announcements = announcementModel(database.connection);
  return (actor, work) =>
    transact(async (transaction) => {
      const events: AuditEvent[] = [];
      const announced: Announcement[] = [];
      const result = await work({
        ...transaction,
        audit: (action, subject, detail) => {
          events.push({ ...actor, action, subject, ...(detail !== undefined && { detail }) });
        },
        announce: (event, ...readers) => {
          announced.push(announcementOf(event, readers, database.now()));
        },
        recheck: (id) => {
          const event = { collection: 'users', type: 'changed', id } as const;
          announced.push({ _id: new Types.ObjectId(), at: database.now(), event, to: [] });
        },
      });
      await audit.recordAll(events);
      if (announced.length > 0) await announcements.insertMany(announced, { lean: true });
      return result;
    });
}
