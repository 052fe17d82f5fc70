import type { Logger } from 'pino';
import type { AnonymousEvents } from './audit/anonymous-events.ts';
import type { AuditTrail } from './audit/service.ts';
import type { MakeChange } from './changes/change.ts';
import type { Database } from './database/database.ts';
import type { Limits } from './limits/service.ts';
import type { Outbox } from './mail/service.ts';
import type { Config } from './settings/config.ts';

/** The parts that all domains use. */
export interface Core {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly audit: AuditTrail;
  readonly anonymousEvents: AnonymousEvents;
  readonly outbox: Outbox;
  readonly limits: Limits;
  readonly change: MakeChange;
}
