import type { Logger } from 'pino';
import type { AuditTrail } from '../platform/audit/service.ts';
import type { StrangerNotes } from '../platform/audit/strangers.ts';
import type { Database } from '../platform/database/database.ts';
import type { Limits } from '../platform/limits/service.ts';
import type { Outbox } from '../platform/mail/service.ts';
import type { Config } from './config.ts';

/** The parts that all domains use. */
export interface Core {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly audit: AuditTrail;
  readonly strangers: StrangerNotes;
  readonly outbox: Outbox;
  readonly limits: Limits;
}
