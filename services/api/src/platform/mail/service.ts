import { randomUUID } from 'node:crypto';
import { MAX_WAITING_COUNTED, RETENTION } from '@cytocomm/contract';
import { noteOnSpan, type Traces } from '@cytocomm/runtime';
import type { Logger } from 'pino';
import { announcementModel, announcementOf } from '../announcements/announcement.ts';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import { currentRequestId, inNoRequest } from '../calls/request-id.ts';
import type { Database } from '../database/database.ts';
import { afterCommit } from '../database/transaction.ts';
import type { Page } from '../lists/pages.ts';
import type { NotificationSource } from '../notifications/source.ts';
import { createMailList, listFieldsOf, type MailSearch } from './mail-list.ts';
import { type Enqueue, type MailKind, type OutboxRecord, type OutboxStatus, outboxModel } from './model.ts';
import type { MailOutcome, MailTransport } from './transport.ts';
import { createLane, createMailWorker, type MailWorker } from './worker.ts';

export type { ComposedMail, Enqueue } from './model.ts';

const RETENTION_MS = RETENTION.mailDays * 24 * 60 * 60 * 1000;

/** Returns what is told of mails, to admins: those that were given up. One line for all: a list may fail as a whole. */
export function mailNotifications({
  database,
}: {
  readonly database: Pick<Database, 'connection'>;
}): NotificationSource {
  const model = outboxModel(database.connection);
  return {
    collection: 'outbox',
    since: async ({ roles }, from) => {
      if (!roles.includes('admin')) return [];
      const newest = await model
        .findOne({ status: 'failed', createdAt: { $gte: from } }, { createdAt: 1, forgetAt: 1 })
        .sort({ createdAt: -1, _id: -1 })
        .lean();
      if (newest === null) return [];
      // When it was given up: from then on it is kept for its days.
      const at = newest.forgetAt === undefined ? newest.createdAt : new Date(newest.forgetAt.getTime() - RETENTION_MS);
      const title = 'A mail could not be delivered after several attempts';
      return [{ kind: 'mail', happening: 'failed', subject: 'failed', title, at }];
    },
    waiting: async ({ roles }) => ({
      kind: 'mail',
      count: roles.includes('admin')
        ? await model.countDocuments({ status: 'failed' }, { limit: MAX_WAITING_COUNTED })
        : 0,
    }),
  };
}

/** Whether this process has found the mail server down. */
interface Absence {
  /** Whether the mail server is known to be down. */
  isAway(): boolean;
  /** Records that a mail found no server. */
  noteAway(): void;
  /** Records that the server is up, and retries the mails that found none. */
  noteBack(): Promise<void>;
  /** Checks a server that is down; to be called every few seconds. */
  check(): Promise<void>;
}

/** Dependencies of the watch of a mail server. */
interface AbsenceOptions {
  /** Whether mails of an earlier process found no server. */
  readonly wasAway: () => Promise<boolean>;
  /** Rejects while the server is down. */
  readonly verify: () => Promise<void>;
  readonly hurry: () => Promise<void>;
}

/** Watches a mail server that was down, so that its mails are retried as soon as it is up. */
function watchForMailServer({ wasAway, verify, hurry }: AbsenceOptions): Absence {
  /** Undefined until it is known of the time before this process. */
  let isAway: boolean | undefined;

  async function noteBack(): Promise<void> {
    if (isAway !== true) return;
    isAway = false;
    try {
      await hurry();
    } catch (error) {
      isAway = true;
      throw error;
    }
  }

  return {
    isAway: () => isAway === true,
    noteAway: () => {
      isAway = true;
    },
    noteBack,
    check: async () => {
      const wasAwayBefore = isAway === undefined && (await wasAway());
      // A mail may have set it meanwhile.
      isAway ??= wasAwayBefore;
      if (!isAway) return;
      try {
        await verify();
      } catch {
        return;
      }
      await noteBack();
    },
  };
}

/** The numbers of unsent mails, counted up to 10,000 each. */
interface Backlog {
  readonly waiting: number;
  /** Taken up by a process, and not sent yet. */
  readonly sending: number;
  readonly failed: number;
  /** When the oldest one that is neither sent nor failed was queued. */
  readonly waitsSince: Date | undefined;
}

/** The queue of mails: one row per recipient, sent by the process that claims it, never twice. */
export interface Outbox {
  /** Registers a kind of mail. Returns the function that queues such mails. */
  register<Data>(kind: MailKind<Data>): Enqueue<Data>;
  /** Returns a page of mails, newest first unless the query says otherwise. Throws 400 for a cursor that no page had. */
  list(query: MailSearch): Promise<Page<OutboxRecord>>;
  /** Returns how many mails have keys with this prefix. Claimed and sending ones count as waiting. */
  counts(keyPrefix: string): Promise<Readonly<Record<'sent' | 'waiting' | 'failed', number>>>;
  /** Returns which of these keys mails have. */
  existingKeys(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns how many mails are in which state, and since when the oldest one waits. */
  backlog(): Promise<Backlog>;
  /** Returns how many attempts of this process ended how. */
  attempts(): Readonly<Record<MailOutcome, number>>;
  /** Whether this process knows the mail server to be down. */
  isServerAway(): boolean;
  /** Queues a failed mail again. Returns undefined for an unknown id. */
  retry(id: string): Promise<OutboxRecord | 'not-failed' | undefined>;
  /** The job that releases what ended processes had claimed, and looks for a mail server that is down. */
  readonly upkeep: RepeatedJob;
  /** Starts sending. */
  start(): void;
  /** Stops after the mails that are being sent. */
  stop(): Promise<void>;
}

const MAX_COUNTED = 10_000;
const POLL_MS = 1000;
/** How often a mail server that is down is checked, and the claims of ended processes released, in ms. */
const UPKEEP_INTERVAL_MS = 2000;
/** How many mails a process sends at once, and how many urgent ones besides. */
const MAX_SENDING = 2;
const MAX_URGENT_SENDING = 1;
/** The random delay before a new mail: its preparation must not show in the time of the next responses. */
const WAKE_DELAY_MS = { least: 10, spread: 80 };

/** How often the mails of a process are announced at most, in ms. */
const ANNOUNCE_EVERY_MS = 1000;

/** Returns a function that announces changed mails: at once, and those that follow within a second at its end. */
function createMailAnnouncer({ connection, now }: Database, log: Logger): () => void {
  const announcements = announcementModel(connection);
  let timer: NodeJS.Timeout | undefined;
  let isPending = false;

  function announce(): void {
    if (timer !== undefined) {
      isPending = true;
      return;
    }
    timer = setTimeout(() => {
      timer = undefined;
      if (isPending) announce();
    }, ANNOUNCE_EVERY_MS);
    timer.unref();
    isPending = false;
    announcements
      .create(announcementOf({ collection: 'outbox', type: 'changed', id: null }, [], now()))
      .catch((error: unknown) => log.debug({ err: error }, 'changed mails could not be announced'));
  }

  return () => inNoRequest(announce);
}

/** Creates the outbox of a database. Each attempt to send a mail is a trace. */
export function createOutbox(
  database: Database,
  transport: MailTransport,
  log: Logger,
  traces?: Pick<Traces, 'run'>,
): Outbox {
  const rows = outboxModel(database.connection);
  const kinds = new Map<string, MailKind<unknown>>();
  const absence = watchForMailServer({
    wasAway: () => worker.hasRowsOfAbsence(),
    verify: transport.verify,
    hurry: async () => {
      await worker.hurry();
      for (const lane of lanes) lane.wake(0);
    },
  });
  const attempts: Record<MailOutcome, number> = { sent: 0, away: 0, passing: 0, refused: 0, uncertain: 0 };
  const count = (outcome: MailOutcome) => {
    attempts[outcome] += 1;
    noteOnSpan({ 'portal.mail.outcome': outcome });
  };
  const worker: MailWorker = createMailWorker({
    rows,
    kinds,
    transport,
    absence,
    count,
    log,
    now: database.now,
    ageOf: database.ageOf,
  });
  const announce = createMailAnnouncer(database, log);
  const deliver: MailWorker['deliver'] = async (row, isRunning) => {
    announce();
    await attempt(row, isRunning);
    announce();
  };
  const attempt: MailWorker['deliver'] = (row, isRunning) => {
    if (traces === undefined) return worker.deliver(row, isRunning);
    const request = row.request === undefined ? {} : { 'portal.request.id': row.request };
    const about = { 'portal.mail.kind': row.kind, 'portal.mail.attempt': row.attempts, ...request };
    return traces.run('send a mail', about, () => worker.deliver(row, isRunning));
  };
  /** Nothing is sent out of a database that is restored. */
  const onceUsable = (claim: MailWorker['claimAny']) => async () => {
    await database.assertUsable();
    return claim();
  };
  // A worker of their own: urgent mails do not wait behind others on a slow server.
  const lanes = [
    createLane({ atOnce: MAX_URGENT_SENDING, everyMs: POLL_MS, claim: onceUsable(worker.claimUrgent), deliver }, log),
    createLane({ atOnce: MAX_SENDING, everyMs: POLL_MS, claim: onceUsable(worker.claimAny), deliver }, log),
  ];
  const upkeep = repeatedJob(
    {
      name: 'upkeep of the outbox',
      everyMs: UPKEEP_INTERVAL_MS,
      run: async () => {
        await database.assertUsable();
        if ((await worker.recover()) > 0) announce();
        await absence.check();
      },
    },
    log,
  );

  function wake(): void {
    announce();
    const delay = WAKE_DELAY_MS.least + Math.random() * WAKE_DELAY_MS.spread;
    for (const lane of lanes) lane.wake(delay);
  }

  return {
    register: (kind) => {
      kinds.set(kind.name, kind);
      return async (to, data, key = randomUUID()) => {
        const now = database.now();
        const request = currentRequestId();
        const row = {
          _id: key,
          kind: kind.name,
          to,
          data,
          status: 'waiting' as const,
          ...(kind.urgent === true ? { urgent: true } : {}),
          ...(request !== undefined && { request }),
          createdAt: now,
          nextAttemptAt: now,
          ...listFieldsOf({ to }),
        };
        // In a change a duplicate key would end the transaction.
        const { upsertedCount } = await rows.updateOne({ _id: key }, { $setOnInsert: row }, { upsert: true });
        afterCommit(wake);
        return upsertedCount === 1;
      };
    },

    list: createMailList(rows),

    counts: async (keyPrefix) => {
      const _id = { $gte: keyPrefix, $lt: `${keyPrefix}\uffff` };
      const count = (...status: OutboxStatus[]) => rows.countDocuments({ _id, status: { $in: status } });
      const [sent, waiting, failed] = await Promise.all([
        count('sent'),
        count('waiting', 'claimed', 'sending'),
        count('failed'),
      ]);
      return { sent, waiting, failed };
    },

    existingKeys: async (keys) => {
      const found = await rows.find({ _id: { $in: [...keys] } }, { _id: 1 }).lean();
      return new Set(found.map(({ _id }) => _id));
    },

    backlog: async () => {
      const bounds = { limit: MAX_COUNTED };
      const beingSent: readonly OutboxStatus[] = ['claimed', 'sending'];
      const [waiting, sending, failed, oldest] = await Promise.all([
        rows.countDocuments({ status: 'waiting' }, bounds),
        rows.countDocuments({ status: { $in: beingSent } }, bounds),
        rows.countDocuments({ status: 'failed' }, bounds),
        rows
          .findOne({ status: { $in: ['waiting', ...beingSent] } }, { createdAt: 1 })
          .sort({ createdAt: 1, _id: 1 })
          .lean(),
      ]);
      return { waiting, sending, failed, waitsSince: oldest?.createdAt };
    },

    upkeep,
    attempts: () => attempts,
    isServerAway: absence.isAway,

    retry: async (id) => {
      const retried = await rows
        .findOneAndUpdate(
          { _id: id, status: 'failed' },
          {
            $set: { status: 'waiting', attempts: 0, nextAttemptAt: database.now() },
            $unset: { lastError: 1, forgetAt: 1, claim: 1, claimedUntil: 1, hurried: 1 },
          },
          { returnDocument: 'after' },
        )
        .lean();
      if (retried === null) return (await rows.exists({ _id: id })) === null ? undefined : 'not-failed';
      afterCommit(wake);
      return retried;
    },

    start: () => {
      upkeep.start(traces);
      for (const lane of lanes) lane.start();
    },

    stop: async () => {
      await Promise.all([upkeep, ...lanes].map((each) => each.stop()));
    },
  };
}
