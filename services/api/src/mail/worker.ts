import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { RETENTION } from '@cytocomm/contract';
import { masked } from '@cytocomm/listener';
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import type { ComposedMail, MailKind, QueuedMail } from './kinds.ts';
import type { OutboxRecord } from './model.ts';
import { MailFailure, type MailTransport } from './transport.ts';

/** How long to wait after the first failure, the second, and so on; after the last one the mail has failed. */
const PAUSES_SECONDS = [5, 30, 2 * 60, 10 * 60, 30 * 60, 2 * 3600, 6 * 3600];
/** A server that refuses for good is asked a few times only. */
const REFUSED_ATTEMPTS = 3;
/** How often the return of the mail server shortens a row's pause. Beyond, a server that comes and goes is left alone. */
const MAX_HURRIES = 10;
const CLAIM_SECONDS = 180;
const DAY_SECONDS = 24 * 3600;
const NOTE_TRIES = 10;

/** What the worker needs to know of the mail server's absence. */
interface AbsenceNotes {
  noteAway(): void;
  noteBack(): Promise<void>;
}

/** Sends the rows of one process. Several processes work on one outbox: a row belongs to whoever's claim it holds. */
export interface MailWorker {
  /** Takes the urgent row that is due. */
  claimUrgent(): Promise<OutboxRecord | null>;
  /** Takes any row that is due, urgent ones first. */
  claimAny(): Promise<OutboxRecord | null>;
  /** Sends a claimed row and notes how that ended. */
  deliver(row: OutboxRecord, goOn: () => boolean): Promise<void>;
  /** Finds rows of processes that ended in the middle. */
  recover(): Promise<void>;
  /** Makes every row due now that waits because there was no mail server. */
  hurry(): Promise<void>;
  /** Whether there is such a row. */
  hasRowsOfAbsence(): Promise<boolean>;
}

/** What a worker works with. */
export interface MailWorkerParts {
  readonly rows: Model<OutboxRecord>;
  readonly kinds: ReadonlyMap<string, MailKind<unknown>>;
  readonly transport: MailTransport;
  readonly absence: AbsenceNotes;
  readonly log: Logger;
  readonly now: () => Date;
}

/** What follows from a mail that did not leave: another attempt after a pause, or the end. */
function afterFailure(
  row: OutboxRecord,
  useless: boolean,
  kind: MailFailure['kind'],
  lastError: string,
  later: (seconds: number) => Date,
) {
  const wait = PAUSES_SECONDS[row.attempts - 1];
  const refused = kind === 'refused' && row.attempts >= REFUSED_ATTEMPTS;
  if (kind === 'uncertain' || refused || useless || wait === undefined) {
    return { $set: { status: 'failed' as const, lastError, forgetAt: later(RETENTION.mailDays * DAY_SECONDS) } };
  }
  const waiting = { status: 'waiting' as const, lastError, nextAttemptAt: later(wait) };
  return kind === 'away' ? { $set: { ...waiting, away: true } } : { $set: waiting };
}

/** The worker of one process. */
export function createMailWorker({ rows, kinds, transport, absence, log, now }: MailWorkerParts): MailWorker {
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  function claim(filter: QueryFilter<OutboxRecord>): Promise<OutboxRecord | null> {
    return rows
      .findOneAndUpdate(
        { ...filter, status: 'waiting', nextAttemptAt: { $lte: now() } },
        {
          $set: { status: 'claimed', claim: randomUUID(), claimedUntil: later(CLAIM_SECONDS) },
          $inc: { attempts: 1 },
          $unset: { away: 1 },
        },
        { sort: { nextAttemptAt: 1 }, returnDocument: 'after' },
      )
      .lean()
      .exec();
  }

  /** Moves a row on, if it is still this process's. */
  async function move(row: OutboxRecord, update: { $set: Partial<OutboxRecord> }): Promise<boolean> {
    const { matchedCount } = await rows.updateOne({ _id: row._id, claim: row.claim ?? '' }, update);
    return matchedCount === 1;
  }

  /**
   * Notes how a handed-over mail ended, through a short absence of the database too: nobody else may try that mail. A process
   * that is to stop does not wait for the database; `recover` will find the row.
   */
  async function note(row: OutboxRecord, update: { $set: Partial<OutboxRecord> }, goOn: () => boolean): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await move(row, update);
        return;
      } catch (error) {
        if (attempt === NOTE_TRIES || !goOn()) throw error;
        await pause(1000);
      }
    }
  }

  /** The mail; undefined when it is dropped. Nothing has left yet, so whatever fails in here may be tried again. */
  async function compose(
    row: OutboxRecord,
    kind: MailKind<unknown> | undefined,
    turn: QueuedMail<unknown>,
  ): Promise<ComposedMail | undefined> {
    if (kind === undefined) throw new MailFailure('refused', `No mail of kind ${row.kind} is known.`);
    const checked = kind.data.safeParse(row.data);
    if (!checked.success) throw new MailFailure('refused', `The data of the mail is not as ${row.kind} expects it.`);
    return kind.compose({ ...turn, data: checked.data });
  }

  async function attempt(row: OutboxRecord, goOn: () => boolean): Promise<void> {
    const kind = kinds.get(row.kind);
    const turn = { id: row._id, to: row.to, data: row.data, createdAt: row.createdAt };
    const useless =
      now().getTime() - row.createdAt.getTime() > (kind?.expiresAfterMinutes ?? Number.POSITIVE_INFINITY) * 60_000;
    try {
      if (useless)
        throw new MailFailure('refused', 'It is too late for this mail: its link would help nobody any more.');
      const mail = await compose(row, kind, turn);
      if (mail === undefined) {
        await move(row, { $set: { status: 'dropped', forgetAt: later(DAY_SECONDS) } });
        return;
      }
      if (!(await move(row, { $set: { status: 'sending' } }))) return;
      await transport.send({ ...mail, id: row._id, to: row.to });
    } catch (error) {
      const failure = error instanceof MailFailure ? error : new MailFailure('passing', String(error), error);
      // A mail server's reply quotes the recipient; what is kept and shown of it does not.
      const reason = masked(failure.message);
      log.warn({ mail: row._id, kind: row.kind, attempt: row.attempts, reason }, 'a mail was not sent');
      await note(row, afterFailure(row, useless, failure.kind, reason, later), goOn);
      if (failure.kind === 'away') absence.noteAway();
      await kind?.failed?.(turn, reason);
      return;
    }
    const sent = { status: 'sent', sentAt: now(), forgetAt: later(RETENTION.mailDays * DAY_SECONDS) } as const;
    await note(row, { $set: sent }, goOn);
    await kind?.sent?.(turn);
    await absence.noteBack();
  }

  return {
    claimUrgent: () => claim({ urgent: true }),
    claimAny: async () => (await claim({ urgent: true })) ?? claim({}),

    deliver: async (row, goOn) => {
      try {
        await attempt(row, goOn);
      } catch (error) {
        // What is noted nowhere keeps its claim; when that is over, `recover` decides by how far it had come.
        log.error({ err: error, mail: row._id }, 'it could not be noted how a mail ended');
      }
    },

    recover: async () => {
      const over = { claimedUntil: { $lte: now() } };
      await rows.updateMany({ status: 'claimed', ...over }, { $set: { status: 'waiting' }, $unset: { claim: 1 } });
      const lastError = 'The process ended while it was sending; the mail may have arrived.';
      const forgetAt = later(RETENTION.mailDays * DAY_SECONDS);
      await rows.updateMany({ status: 'sending', ...over }, { $set: { status: 'failed', lastError, forgetAt } });
    },

    hurry: async () => {
      await rows.updateMany(
        { away: true, status: 'waiting', hurried: { $not: { $gte: MAX_HURRIES } } },
        { $set: { nextAttemptAt: now() }, $inc: { hurried: 1, attempts: -1 }, $unset: { away: 1 } },
      );
    },

    hasRowsOfAbsence: async () => (await rows.exists({ away: true, status: 'waiting' })) !== null,
  };
}
