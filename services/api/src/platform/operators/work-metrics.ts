import { showClock } from '@cytocomm/runtime';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { RepeatedJob } from '../background/repeated-job.ts';
import { withTimeout } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import type { DatabaseState } from '../database/trouble.ts';
import type { Outbox } from '../mail/service.ts';
import { readForMetrics } from './metrics.ts';

/** Long calls of one kind that have not ended. */
interface Counted {
  /** Returns how many there are. */
  taken(): number;
}

/** A number of calls that nothing bounds. */
export interface CallCount extends Counted {
  /** Counts a call until it ends. Returns and throws what it does. */
  during<Result>(call: Promise<Result>): Promise<Result>;
}

/** The long calls of a process. */
export interface LongCalls {
  readonly downloads: Counted;
  readonly uploads: Counted;
  readonly streams: Counted;
}

/** Creates a number of calls. */
export function createCallCount(): CallCount {
  let running = 0;
  return {
    taken: () => running,
    during: async (call) => {
      running += 1;
      try {
        return await call;
      } finally {
        running -= 1;
      }
    },
  };
}

/** Adds the number of running downloads, uploads and live streams to the metrics. */
export function showLongCalls(registry: Registry, { downloads, uploads, streams }: LongCalls): void {
  const show = (name: string, help: string, calls: Counted) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(calls.taken());
      },
    });
  show('downloads_under_way', 'Calls for the bytes of a document that have not ended', downloads);
  show('uploads_under_way', 'Documents whose bytes are being received', uploads);
  show('live_streams_open', 'Streams of live events that are open', streams);
}

/** The work of a process that no call waits for. */
export interface BackgroundWork {
  readonly database: Pick<Database, 'ageOf' | 'clockOffBy'>;
  readonly checkDatabase: () => Promise<DatabaseState>;
  readonly outbox: Pick<Outbox, 'backlog' | 'attempts' | 'isServerAway'>;
  readonly jobs: readonly RepeatedJob[];
  readonly isFeedOpen: () => boolean;
  readonly feedBreaks: () => number;
  readonly log: Logger;
}

/** How long the metrics wait for the outbox to be counted: Prometheus takes nothing that comes after 10 s. */
const BACKLOG_TIMEOUT_MS = 2000;

/**
 * Adds the database and its clock, the feed of live events, the outbox and the jobs to the metrics. Without the database, or when it takes
 * longer than two seconds, the outbox has no values.
 */
export function showWork(
  registry: Registry,
  { database, checkDatabase, outbox, jobs, isFeedOpen, feedBreaks, log }: BackgroundWork,
): void {
  const registers = [registry];
  new Gauge({
    name: 'portal_database_up',
    help: '1 while the database answers the process',
    registers,
    async collect() {
      this.set((await checkDatabase()) === 'away' ? 0 : 1);
    },
  });
  new Gauge({
    name: 'portal_database_writable',
    help: '1 while the database takes what the process writes',
    registers,
    async collect() {
      this.set((await checkDatabase()) === 'ok' ? 1 : 0);
    },
  });
  showClock(registry, database.clockOffBy);
  new Gauge({
    name: 'portal_live_feed_up',
    help: '1 while the feed of live events is open; without it dashboards learn of changes later',
    registers,
    collect() {
      this.set(isFeedOpen() ? 1 : 0);
    },
  });

  new Counter({
    name: 'portal_live_feed_breaks_total',
    help: 'How often the feed of live events broke; it is resumed each time',
    registers,
    collect() {
      this.reset();
      this.inc(feedBreaks());
    },
  });

  const readBacklog = readForMetrics('the outbox', () => outbox.backlog(), log);
  let counting: ReturnType<typeof readBacklog> | undefined;
  /** Counts once at a time, however often it is asked. */
  const countBacklog = () => {
    counting ??= readBacklog().finally(() => {
      counting = undefined;
    });
    return counting;
  };

  // Each metric counts for itself: all are read at once, and none shows what another has set meanwhile.
  new Gauge({
    name: 'portal_outbox_oldest_seconds',
    help: 'How long the oldest mail that is neither sent nor given up has waited',
    registers,
    async collect() {
      this.remove();
      const backlog = await withTimeout(countBacklog(), BACKLOG_TIMEOUT_MS, undefined);
      if (backlog === undefined) return;
      this.set(backlog.waitsSince === undefined ? 0 : database.ageOf(backlog.waitsSince) / 1000);
    },
  });
  new Gauge({
    name: 'portal_outbox_mails',
    help: 'Mails that wait, that a process has taken up, and that were given up within 30 days; counted up to 10,000',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const backlog = await withTimeout(countBacklog(), BACKLOG_TIMEOUT_MS, undefined);
      if (backlog === undefined) return;
      const { waiting, sending, failed } = backlog;
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'sending' }, sending);
      this.set({ state: 'failed' }, failed);
    },
  });

  new Gauge({
    name: 'portal_mail_server_up',
    help: '0 from a mail that found no server until the server answers again; it is not asked while no mail is sent',
    registers,
    collect() {
      this.set(outbox.isServerAway() ? 0 : 1);
    },
  });
  new Counter({
    name: 'portal_mail_attempts_total',
    help: 'Mails handed to the mail server, by what came of it',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(outbox.attempts())) this.inc({ outcome }, count);
    },
  });

  // Prometheus itself says by the label `job` which service it has asked.
  new Counter({
    name: 'portal_job_failures_total',
    help: 'Runs of a job that failed since the process started',
    labelNames: ['name'],
    registers,
    collect() {
      this.reset();
      for (const { name, runs } of jobs) this.inc({ name }, runs().failures);
    },
  });
  new Gauge({
    name: 'portal_job_interval_seconds',
    help: 'How long a job pauses between two runs, at most',
    labelNames: ['name'],
    registers,
    collect() {
      for (const { name, everyMs } of jobs) this.set({ name }, everyMs / 1000);
    },
  });
  new Gauge({
    name: 'portal_job_success_timestamp_seconds',
    help: 'When a job last succeeded; before that, when it started',
    labelNames: ['name'],
    registers,
    collect() {
      for (const { name, runs } of jobs) {
        const { succeededAt, startedAt } = runs();
        const since = succeededAt ?? startedAt;
        if (since !== undefined) this.set({ name }, since.getTime() / 1000);
      }
    },
  });
}
