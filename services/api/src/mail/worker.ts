import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { ComposedMail, MailKind, MailTurn } from './kinds.ts';
import type { OutboxRecord } from './model.ts';
import { MailFailure, type MailTransport } from './transport.ts';

/** How long to wait after the first failure, the second, and so on; after the last one the mail has failed. */
const PAUSES_SECONDS = [5, 30, 2 * 60, 10 * 60, 30 * 60, 2 * 3600, 6 * 3600];
/** A server that refuses for good is asked a few times only. */
const REFUSED_ATTEMPTS = 3;
const CLAIM_SECONDS = 180;
const DAY_SECONDS = 24 * 3600;
const KEEP_DAYS = 30;
const NOTE_TRIES = 10;

/** Sends the rows that are due. */
export interface MailWorker {
  /** Claims and sends until nothing is due; `goOn` is asked before each mail. */
  sendDue(goOn: () => boolean): Promise<void>;
  /** Finds rows of processes that ended in the middle. */
  recover(): Promise<void>;
}

function later(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

/** The worker of one process. Several processes work on one outbox: a row belongs to whoever's claim it holds. */
export function createMailWorker(
  rows: Model<OutboxRecord>,
  kinds: ReadonlyMap<string, MailKind<unknown>>,
  transport: MailTransport,
  log: Logger,
): MailWorker {
  function claim(): Promise<OutboxRecord | null> {
    return rows
      .findOneAndUpdate(
        { status: 'waiting', nextAttemptAt: { $lte: new Date() } },
        { $set: { status: 'claimed', claim: randomUUID(), claimedUntil: later(CLAIM_SECONDS) }, $inc: { attempts: 1 } },
        { sort: { nextAttemptAt: 1 }, returnDocument: 'after' },
      )
      .lean()
      .exec();
  }

  /** Moves a row on, if it is still this process's. */
  async function move(row: OutboxRecord, set: Partial<OutboxRecord>): Promise<boolean> {
    const { matchedCount } = await rows.updateOne({ _id: row._id, claim: row.claim ?? '' }, { $set: set });
    return matchedCount === 1;
  }

  /**
   * Notes how a handed-over mail ended, through a short absence of the database too: nobody else may try that mail. A process
   * that is to stop does not wait for the database; `recover` will find the row.
   */
  async function note(row: OutboxRecord, set: Partial<OutboxRecord>, goOn: () => boolean): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await move(row, set);
        return;
      } catch (error) {
        if (attempt === NOTE_TRIES || !goOn()) throw error;
        await pause(1000);
      }
    }
  }

  /** What follows from a mail that did not leave: another attempt after a pause, or the end. */
  function afterFailure(row: OutboxRecord, useless: boolean, failure: MailFailure): Partial<OutboxRecord> {
    const wait = PAUSES_SECONDS[row.attempts - 1];
    const refused = failure.kind === 'refused' && row.attempts >= REFUSED_ATTEMPTS;
    if (failure.kind === 'uncertain' || refused || useless || wait === undefined) {
      return { status: 'failed', lastError: failure.message, forgetAt: later(KEEP_DAYS * DAY_SECONDS) };
    }
    return { status: 'waiting', lastError: failure.message, nextAttemptAt: later(wait) };
  }

  /** The mail; undefined when it is dropped. Nothing has left yet, so whatever fails in here may be tried again. */
  async function compose(
    row: OutboxRecord,
    kind: MailKind<unknown> | undefined,
    turn: MailTurn<unknown>,
  ): Promise<ComposedMail | undefined> {
    if (kind === undefined) throw new MailFailure('refused', `No mail of kind ${row.kind} is known.`);
    const checked = kind.data.safeParse(row.data);
    if (!checked.success) throw new MailFailure('refused', `The data of the mail is not as ${row.kind} expects it.`);
    return kind.compose({ ...turn, data: checked.data });
  }

  async function deliver(row: OutboxRecord, goOn: () => boolean): Promise<void> {
    const kind = kinds.get(row.kind);
    const turn = { id: row._id, to: row.to, data: row.data, createdAt: row.createdAt };
    const useless =
      Date.now() - row.createdAt.getTime() > (kind?.uselessAfterMinutes ?? Number.POSITIVE_INFINITY) * 60_000;
    try {
      if (useless)
        throw new MailFailure('refused', 'It is too late for this mail: its link would help nobody any more.');
      const mail = await compose(row, kind, turn);
      if (mail === undefined) {
        await move(row, { status: 'dropped', forgetAt: later(DAY_SECONDS) });
        return;
      }
      if (!(await move(row, { status: 'sending' }))) return;
      await transport.send({ ...mail, id: row._id, to: row.to });
    } catch (error) {
      const failure = error instanceof MailFailure ? error : new MailFailure('passing', String(error), error);
      log.warn(
        { mail: row._id, kind: row.kind, attempt: row.attempts, reason: failure.message },
        'a mail was not sent',
      );
      await note(row, afterFailure(row, useless, failure), goOn);
      await kind?.failed?.(turn, failure.message);
      return;
    }
    await note(row, { status: 'sent', sentAt: new Date(), forgetAt: later(KEEP_DAYS * DAY_SECONDS) }, goOn);
    await kind?.sent?.(turn);
  }

  return {
    sendDue: async (goOn) => {
      while (goOn()) {
        const row = await claim();
        if (row === null) return;
        try {
          await deliver(row, goOn);
        } catch (error) {
          // What is noted nowhere keeps its claim; when that is over, `recover` decides by how far it had come.
          log.error({ err: error, mail: row._id }, 'it could not be noted how a mail ended');
        }
      }
    },

    recover: async () => {
      const over = { claimedUntil: { $lte: new Date() } };
      await rows.updateMany({ status: 'claimed', ...over }, { $set: { status: 'waiting' }, $unset: { claim: 1 } });
      const lastError = 'The process ended while it was sending; the mail may have arrived.';
      const forgetAt = later(KEEP_DAYS * DAY_SECONDS);
      await rows.updateMany({ status: 'sending', ...over }, { $set: { status: 'failed', lastError, forgetAt } });
    },
  };
}
