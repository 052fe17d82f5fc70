import type { AuditAction } from '@cytocomm/contract';
import type { Logger } from 'pino';
import type { Actor } from '../audit/actor.ts';
import type { AuditEvent } from '../audit/event.ts';
import type { AuditTrail } from '../audit/service.ts';
import type { Database } from '../database/database.ts';
import { createTransactions, type Transaction } from '../database/transaction.ts';

/** What happens together with the writes of a change, or not at all. */
export interface Change extends Transaction {
  /** Stores a row of the audit trail. */
  audit(action: AuditAction, subject: string, detail?: AuditEvent['detail']): void;
}

/** Makes a change in one transaction (`Transact`), with its rows of the audit trail. */
export type MakeChange = <Result>(actor: Actor, work: (change: Change) => Promise<Result>) => Promise<Result>;

/** Creates the changes of a database. */
export function createChanges(
  database: Pick<Database, 'connection'>,
  audit: Pick<AuditTrail, 'recordAll'>,
  log: Logger,
): MakeChange {
  const transact = createTransactions(database, log);
  return (actor, work) =>
    transact(async (transaction) => {
      const events: AuditEvent[] = [];
      const result = await work({
        ...transaction,
        audit: (action, subject, detail) => {
          events.push({ ...actor, action, subject, ...(detail !== undefined && { detail }) });
        },
      });
      await audit.recordAll(events);
      return result;
    });
}
