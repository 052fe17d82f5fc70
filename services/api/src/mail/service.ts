import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database } from '../database/database.ts';
import { type OutboxRecord, outboxModel } from './model.ts';
import { MailFailure, type MailTransport, type ReadyMail } from './transport.ts';

/** A mail as its kind composes it. */
export type ComposedMail = Omit<ReadyMail, 'id' | 'to'>;

/** A row as its kind sees it. */
export interface MailTurn<Data> {
  readonly id: string;
  readonly to: string;
  readonly data: Data;
  readonly createdAt: Date;
}

/** One kind of mail. It is composed at the moment it is sent. */
export interface MailKind<Data> {
  readonly name: string;
  readonly data: z.ZodType<Data>;
  /** The mail, or undefined when it is not wanted any more. */
  compose(turn: MailTurn<Data>): Promise<ComposedMail | undefined>;
  /** Told when the server has taken the mail. */
  sent?(turn: MailTurn<Data>): Promise<void>;
  /** Told after each attempt that failed. */
  failed?(turn: MailTurn<Data>, reason: string): Promise<void>;
  /** After how many minutes an unsent mail is given up; without it, when the pauses are used up. */
  readonly uselessAfterMinutes?: number;
}

/** Puts one mail into the outbox. The same `key` is never queued twice. */
export type Enqueue<Data> = (to: string, data: Data, key?: string) => Promise<void>;

/** The mails to be sent: one row per recipient, sent by whichever process claims it, never twice. */
export interface Outbox {
  /** Makes a kind of mail known; gives the function that queues such mails. */
  register<Data>(kind: MailKind<Data>): Enqueue<Data>;
  /** Starts to send. */
  start(): void;
  /** Stops after the mails that are on their way. */
  stop(): Promise<void>;
}

const PAUSES_SECONDS = [5, 30, 2 * 60, 10 * 60, 30 * 60, 2 * 3600, 6 * 3600];
/** A server that refuses for good is asked a few times only. */
const REFUSED_ATTEMPTS = 3;
const CLAIM_SECONDS = 120;
const KEEP_DAYS = 30;
const POLL_MS = 1000;
const AT_ONCE = 3;
const DUPLICATE_KEY = 11_000;

function later(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

function forgetAt(): Date {
  return later(KEEP_DAYS * 24 * 3600);
}

/** The outbox of a database. */
export function createOutbox(database: Database, transport: MailTransport, log: Logger): Outbox {
  const rows = outboxModel(database.connection);
  const kinds = new Map<string, MailKind<unknown>>();
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  async function claim(): Promise<OutboxRecord | null> {
    return rows
      .findOneAndUpdate(
        { status: 'waiting', nextAttemptAt: { $lte: new Date() } },
        { $set: { status: 'claimed', claim: randomUUID(), claimedUntil: later(CLAIM_SECONDS) }, $inc: { attempts: 1 } },
        { sort: { nextAttemptAt: 1 }, returnDocument: 'after' },
      )
      .lean();
  }

  /** Moves a row on, if it is still this process's. */
  async function move(row: OutboxRecord, set: Partial<OutboxRecord>): Promise<boolean> {
    const { matchedCount } = await rows.updateOne({ _id: row._id, claim: row.claim ?? '' }, { $set: set });
    return matchedCount === 1;
  }

  async function notSent(row: OutboxRecord, kind: MailKind<unknown>, failure: MailFailure): Promise<void> {
    const pause = PAUSES_SECONDS[row.attempts - 1];
    const useless =
      Date.now() - row.createdAt.getTime() > (kind.uselessAfterMinutes ?? Number.POSITIVE_INFINITY) * 60_000;
    const refusedForGood = failure.kind === 'refused' && row.attempts >= REFUSED_ATTEMPTS;
    const over = failure.kind === 'uncertain' || refusedForGood || useless || pause === undefined;
    log.warn(
      { mail: row._id, kind: row.kind, attempt: row.attempts, over, reason: failure.message },
      'a mail was not sent',
    );
    await move(
      row,
      over
        ? { status: 'failed', lastError: failure.message, forgetAt: forgetAt() }
        : { status: 'waiting', lastError: failure.message, nextAttemptAt: later(pause) },
    );
  }

  async function deliver(row: OutboxRecord): Promise<void> {
    const kind = kinds.get(row.kind);
    if (kind === undefined) {
      await move(row, { status: 'failed', lastError: `No mail of kind ${row.kind} is known.`, forgetAt: forgetAt() });
      return;
    }
    const turn = { id: row._id, to: row.to, data: kind.data.parse(row.data), createdAt: row.createdAt };
    const mail = await kind.compose(turn);
    if (mail === undefined) {
      await move(row, { status: 'dropped', forgetAt: forgetAt() });
      return;
    }
    if (!(await move(row, { status: 'sending' }))) return;
    try {
      await transport.send({ ...mail, id: row._id, to: row.to });
    } catch (error) {
      const failure = error instanceof MailFailure ? error : new MailFailure('passing', String(error), error);
      await notSent(row, kind, failure);
      await kind.failed?.(turn, failure.message);
      return;
    }
    await move(row, { status: 'sent', sentAt: new Date(), forgetAt: forgetAt() });
    await kind.sent?.(turn);
  }

  /** Rows of a process that ended in the middle. */
  async function recover(): Promise<void> {
    const now = new Date();
    await rows.updateMany(
      { status: 'claimed', claimedUntil: { $lte: now } },
      { $set: { status: 'waiting' }, $unset: { claim: 1 } },
    );
    await rows.updateMany(
      { status: 'sending', claimedUntil: { $lte: now } },
      {
        $set: {
          status: 'failed',
          lastError: 'The process ended while it was sending; the mail may have arrived.',
          forgetAt: forgetAt(),
        },
      },
    );
  }

  async function sendDue(): Promise<void> {
    while (running) {
      const row = await claim();
      if (row === null) return;
      try {
        await deliver(row);
      } catch (error) {
        log.error({ err: error, mail: row._id }, 'a mail could not be prepared');
        await move(row, {
          status: 'waiting',
          lastError: String(error),
          nextAttemptAt: later(PAUSES_SECONDS[row.attempts - 1] ?? 21_600),
        });
      }
    }
  }

  async function work(): Promise<void> {
    try {
      await recover();
      await Promise.all(Array.from({ length: AT_ONCE }, sendDue));
    } catch (error) {
      log.debug({ err: error }, 'the outbox cannot be read; trying again');
    }
  }

  function schedule(delayMs: number): void {
    if (!running) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      round = round.then(work).then(() => schedule(POLL_MS));
    }, delayMs);
    timer.unref();
  }

  return {
    register: (kind) => {
      kinds.set(kind.name, kind);
      return async (to, data, key = randomUUID()) => {
        const now = new Date();
        try {
          await rows.create({
            _id: key,
            kind: kind.name,
            to,
            data,
            status: 'waiting',
            createdAt: now,
            nextAttemptAt: now,
          });
        } catch (error) {
          if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) throw error;
        }
      };
    },
    start: () => {
      running = true;
      schedule(0);
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await round;
    },
  };
}
