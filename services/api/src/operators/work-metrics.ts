import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { RepeatedJob } from '../background/repeated-job.ts';
import type { Database } from '../database/database.ts';
import type { Outbox } from '../mail/service.ts';

/** The work of a process that no call waits for. */
export interface BackgroundWork {
  readonly database: Pick<Database, 'connection' | 'now'>;
  readonly outbox: Pick<Outbox, 'backlog'>;
  readonly jobs: readonly RepeatedJob[];
  readonly isFeedOpen: () => boolean;
  readonly log: Logger;
}

const CONNECTED = 1;

/** Adds the database, the feed of live events, the outbox and the jobs to the metrics. Without the database the outbox has no values. */
export function showWork(registry: Registry, { database, outbox, jobs, isFeedOpen, log }: BackgroundWork): void {
  const registers = [registry];
  new Gauge({
    name: 'portal_database_up',
    help: '1 while the process reaches its database',
    registers,
    collect() {
      this.set(database.connection.readyState === CONNECTED ? 1 : 0);
    },
  });
  new Gauge({
    name: 'portal_live_feed_up',
    help: '1 while the feed of live events is open; without it dashboards learn of changes later',
    registers,
    collect() {
      this.set(isFeedOpen() ? 1 : 0);
    },
  });

  const oldest = new Gauge({
    name: 'portal_outbox_oldest_seconds',
    help: 'How long the mail that waits longest has waited',
    registers,
  });
  new Gauge({
    name: 'portal_outbox_mails',
    help: 'Mails that wait, and that were given up within 30 days; counted up to 10,000',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      oldest.remove();
      const backlog = await outbox.backlog().catch((error: unknown) => {
        log.warn({ err: error }, 'the outbox could not be counted for the metrics');
        return undefined;
      });
      if (backlog === undefined) return;
      const { waiting, failed, waitsSince } = backlog;
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'failed' }, failed);
      oldest.set(waitsSince === undefined ? 0 : (database.now().getTime() - waitsSince.getTime()) / 1000);
    },
  });

  const failures = new Gauge({
    name: 'portal_job_failures',
    help: 'Runs of a job that failed since the process started',
    labelNames: ['job'],
    registers,
  });
  new Gauge({
    name: 'portal_job_success_timestamp_seconds',
    help: 'When the last run of a job succeeded in this process; 0 before the first',
    labelNames: ['job'],
    registers,
    collect() {
      for (const { name, runs } of jobs) {
        const { succeededAt, failures: count } = runs();
        this.set({ job: name }, (succeededAt?.getTime() ?? 0) / 1000);
        failures.set({ job: name }, count);
      }
    },
  });
}
