import { randomUUID } from 'node:crypto';
import type { QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import { repeatedJob } from '../background/repeated-job.ts';
import type { Database } from '../database/database.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { watchForMailServer } from './absence.ts';
import type { Enqueue, MailKind } from './kinds.ts';
import { createLane } from './lane.ts';
import { type OutboxRecord, type OutboxStatus, outboxModel } from './model.ts';
import type { MailTransport } from './transport.ts';
import { createMailWorker, type MailWorker } from './worker.ts';

export type { ComposedMail, Enqueue } from './kinds.ts';

/** Which mails to list. */
interface MailFilter {
  /** `troubled`: failed, or waiting after a failure. */
  readonly status: 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped' | 'troubled' | undefined;
  readonly to: string | undefined;
  readonly before: { readonly createdAt: Date; readonly id: string } | undefined;
}

/** The mails to be sent: one row per recipient, sent by whichever process claims it, never twice. */
export interface Outbox {
  /** Makes a kind of mail known; gives the function that queues such mails. */
  register<Data>(kind: MailKind<Data>): Enqueue<Data>;
  /** Newest first. */
  list(filter: MailFilter, limit: number): Promise<readonly OutboxRecord[]>;
  /** Counts the mails whose keys begin like this. Claimed ones count as waiting. */
  counts(keyPrefix: string): Promise<Readonly<Record<'sent' | 'waiting' | 'failed', number>>>;
  /** Queues a failed mail again. */
  retry(id: string): Promise<OutboxRecord | 'not-failed' | undefined>;
  /** Starts to send. */
  start(): void;
  /** Stops after the mails that are on their way. */
  stop(): Promise<void>;
}

const POLL_MS = 1000;
const RECOVER_EVERY_MS = 30_000;
/** How often a mail server that is away is asked whether it is back. */
const UPKEEP_EVERY_MS = 2000;
/** How many mails of any kind one process sends at once, and how many urgent ones besides. */
const AT_ONCE = 2;
const URGENT_AT_ONCE = 1;
/**
 * A new mail is taken up after a short random wait: preparing it costs time that must not show in the answers to the next
 * requests, or it would tell which addresses are approved.
 */
const WAKE_MS = { least: 10, spread: 80 };

function statusFilter(status: MailFilter['status']): QueryFilter<OutboxRecord> {
  if (status === undefined) return {};
  if (status === 'troubled') return { status: { $in: ['waiting', 'failed'] }, lastError: { $exists: true } };
  return { status: status === 'sending' ? { $in: ['claimed', 'sending'] } : status };
}

function beforeFilter(before: MailFilter['before']): QueryFilter<OutboxRecord> {
  if (before === undefined) return {};
  const { createdAt, id } = before;
  return { createdAt: { $lte: createdAt }, $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: id } }] };
}

/** The outbox of a database. */
export function createOutbox(database: Database, transport: MailTransport, log: Logger): Outbox {
  const rows = outboxModel(database.connection);
  const kinds = new Map<string, MailKind<unknown>>();
  const absence = watchForMailServer({
    wasAway: () => worker.hasRowsOfAbsence(),
    ask: transport.verify,
    hurry: async () => {
      await worker.hurry();
      for (const lane of lanes) lane.wake(0);
    },
  });
  const worker: MailWorker = createMailWorker({ rows, kinds, transport, absence, log, now: database.now });
  const { deliver } = worker;
  // However many mails of other kinds are on their way to a slow server, one that somebody waits for finds a free place.
  const lanes = [
    createLane({ atOnce: URGENT_AT_ONCE, everyMs: POLL_MS, claim: worker.claimUrgent, deliver }, log),
    createLane({ atOnce: AT_ONCE, everyMs: POLL_MS, claim: worker.claimAny, deliver }, log),
  ];
  let recoveredAt = 0;
  const upkeep = repeatedJob(
    {
      name: 'upkeep of the outbox',
      everyMs: UPKEEP_EVERY_MS,
      run: async () => {
        if (Date.now() - recoveredAt > RECOVER_EVERY_MS) {
          await worker.recover();
          recoveredAt = Date.now();
        }
        await absence.look();
      },
    },
    log,
  );

  function wake(): void {
    const delay = WAKE_MS.least + Math.random() * WAKE_MS.spread;
    for (const lane of lanes) lane.wake(delay);
  }

  return {
    register: (kind) => {
      kinds.set(kind.name, kind);
      return async (to, data, key = randomUUID()) => {
        const now = database.now();
        const row = {
          _id: key,
          kind: kind.name,
          to,
          data,
          status: 'waiting' as const,
          ...(kind.urgent === true ? { urgent: true } : {}),
          createdAt: now,
          nextAttemptAt: now,
        };
        try {
          await rows.create(row);
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        wake();
      };
    },

    list: (filter, limit) => {
      const to = filter.to === undefined ? {} : { to: filter.to };
      return rows
        .find({ ...statusFilter(filter.status), ...to, ...beforeFilter(filter.before) })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean();
    },

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
      wake();
      return retried;
    },

    start: () => {
      for (const each of [upkeep, ...lanes]) each.start();
    },

    stop: async () => {
      await Promise.all([upkeep, ...lanes].map((each) => each.stop()));
    },
  };
}
