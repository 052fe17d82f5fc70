import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { RETENTION } from '@cytocomm/contract';
import { masked, step } from '@cytocomm/runtime';
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import { inNoRequest, inRequest } from '../calls/request-id.ts';
import type { ComposedMail, MailKind, OutboxRecord, QueuedMail } from './model.ts';
import { MailFailure, type MailOutcome, type MailTransport } from './transport.ts';

/** Sends mails, a number at once. */
export interface Lane {
  start(): void;
  /** Checks for mails after `delayMs` at the latest. */
  wake(delayMs: number): void;
  /** Stops after the mails that are being sent. */
  stop(): Promise<void>;
}

/** Options of a lane. */
export interface LaneSpec<Row> {
  readonly atOnce: number;
  readonly everyMs: number;
  /** Claims the next due mail. */
  readonly claim: () => Promise<Row | null>;
  /** Sends a mail. `isRunning` turns false when the lane stops. Does not reject. */
  readonly deliver: (row: Row, isRunning: () => boolean) => Promise<void>;
}

/** Creates a lane. Idle it makes one query per interval; each claimed mail starts another worker. */
export function createLane<Row>({ atOnce, everyMs, claim, deliver }: LaneSpec<Row>, log: Logger): Lane {
  const workers = new Set<Promise<void>>();
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = 0;

  async function work(): Promise<void> {
    while (isRunning) {
      const row = await claim();
      if (row === null) return;
      begin();
      await deliver(row, () => isRunning);
    }
  }

  function begin(): void {
    if (!isRunning || workers.size >= atOnce) return;
    const worker = work()
      .catch((error: unknown) => log.debug({ err: error }, 'the outbox cannot be read; trying again'))
      .finally(() => workers.delete(worker));
    workers.add(worker);
  }

  function plan(delayMs: number): void {
    if (!isRunning) return;
    clearTimeout(timer);
    dueAt = performance.now() + delayMs;
    // A request may have woken the lane; the mails that it sends are of others, too.
    timer = inNoRequest(() =>
      setTimeout(() => {
        begin();
        plan(everyMs);
      }, delayMs),
    );
    timer.unref();
  }

  return {
    start: () => {
      isRunning = true;
      plan(0);
    },
    wake: (delayMs) => {
      if (performance.now() + delayMs < dueAt) plan(delayMs);
    },
    stop: async () => {
      isRunning = false;
      clearTimeout(timer);
      await Promise.all(workers);
    },
  };
}

/** The delays before each retry, in seconds. After the last one a mail has failed. */
const RETRY_DELAYS_S = [5, 30, 2 * 60, 10 * 60, 30 * 60, 2 * 3600, 6 * 3600];
/** How much later than its delay a mail may be due: the clocks of two processes differ by moments. */
const DUE_SLACK_S = 60;
/** How often a mail is tried that the server refuses for good. */
const MAX_REFUSED_ATTEMPTS = 3;
/** How often a recovered mail server shortens a mail's delay; unstable servers are spared beyond that. */
const MAX_HURRIES = 10;
/** How long a mail is a process's own before it is handed over; composing takes milliseconds. A killed process leaves it that long. */
const CLAIM_TIMEOUT_S = 5;
/** How long handing over may take: longer than the mail server's deadlines. That mail must not be sent again. */
const SENDING_TIMEOUT_S = 180;
const DAY_S = 24 * 3600;
const MAX_WRITE_ATTEMPTS = 10;

/** Where the worker records whether the mail server is up. */
interface AbsenceNotes {
  noteAway(): void;
  noteBack(): Promise<void>;
}

/** Sends mails. Several processes share an outbox: a row belongs to the process that claimed it. */
export interface MailWorker {
  /** Claims the next due urgent mail. */
  claimUrgent(): Promise<OutboxRecord | null>;
  /** Claims the next due mail, urgent ones first. */
  claimAny(): Promise<OutboxRecord | null>;
  /** Sends a claimed mail and records the outcome. Does not reject. */
  deliver(row: OutboxRecord, isRunning: () => boolean): Promise<void>;
  /** Releases the claims of ended processes, and makes mails due that a clock which was ahead has put off. Returns how many. */
  recover(): Promise<number>;
  /** Makes all mails due that found no mail server. */
  hurry(): Promise<void>;
  /** Whether there are such mails. */
  hasRowsOfAbsence(): Promise<boolean>;
}

/** Dependencies of a worker. */
export interface MailWorkerOptions {
  readonly rows: Model<OutboxRecord>;
  readonly kinds: ReadonlyMap<string, MailKind<unknown>>;
  readonly transport: MailTransport;
  readonly absence: AbsenceNotes;
  /** Called after each attempt. */
  readonly count: (outcome: MailOutcome) => void;
  readonly log: Logger;
  readonly now: () => Date;
  /** Returns how old a mail is, in ms, also when the clock has jumped since it was queued. */
  readonly ageOf: (time: Date) => number;
}

/** Returns the update after a failed attempt: a retry, or the end. */
function afterFailure(
  row: OutboxRecord,
  isExpired: boolean,
  kind: MailFailure['kind'],
  lastError: string,
  later: (seconds: number) => Date,
) {
  const delay = RETRY_DELAYS_S[row.attempts - 1];
  const isRefused = kind === 'refused' && row.attempts >= MAX_REFUSED_ATTEMPTS;
  if (kind === 'uncertain' || isRefused || isExpired || delay === undefined) {
    return { $set: { status: 'failed' as const, lastError, forgetAt: later(RETENTION.mailDays * DAY_S) } };
  }
  const waiting = { status: 'waiting' as const, lastError, nextAttemptAt: later(delay) };
  return kind === 'away' ? { $set: { ...waiting, away: true } } : { $set: waiting };
}

/** Returns a mail with the id of its request, by which a person's question about it leads to the logs. */
function withRequest(mail: ComposedMail, { request }: OutboxRecord): ComposedMail {
  return request === undefined ? mail : { ...mail, headers: { ...mail.headers, 'X-Request-Id': request } };
}

/** Creates the worker of a process. */
export function createMailWorker({
  rows,
  kinds,
  transport,
  absence,
  count,
  log,
  now,
  ageOf,
}: MailWorkerOptions): MailWorker {
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  function claim(filter: QueryFilter<OutboxRecord>): Promise<OutboxRecord | null> {
    return rows
      .findOneAndUpdate(
        { ...filter, status: 'waiting', nextAttemptAt: { $lte: now() } },
        {
          $set: { status: 'claimed', claim: randomUUID(), claimedUntil: later(CLAIM_TIMEOUT_S) },
          $inc: { attempts: 1 },
          $unset: { away: 1 },
        },
        { sort: { nextAttemptAt: 1 }, returnDocument: 'after' },
      )
      .lean()
      .exec();
  }

  /** Updates a row that this process has claimed. Returns whether it still had it. */
  async function move(row: OutboxRecord, update: { $set: Partial<OutboxRecord> }): Promise<boolean> {
    const { matchedCount } = await rows.updateOne({ _id: row._id, claim: row.claim ?? '' }, update);
    return matchedCount === 1;
  }

  /**
   * Records the outcome of a mail that was handed over; retries while the database is down, since no process may send that
   * mail again. A process that stops leaves the row to `recover`.
   */
  async function recordOutcome(
    row: OutboxRecord,
    update: { $set: Partial<OutboxRecord> },
    isRunning: () => boolean,
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await move(row, update);
        return;
      } catch (error) {
        if (attempt === MAX_WRITE_ATTEMPTS || !isRunning()) throw error;
        await pause(1000);
      }
    }
  }

  /** Returns the mail; undefined when it is dropped. Nothing was sent yet: a failure may be retried. */
  async function compose(
    row: OutboxRecord,
    kind: MailKind<unknown> | undefined,
    queued: QueuedMail<unknown>,
  ): Promise<ComposedMail | undefined> {
    if (kind === undefined) throw new MailFailure('refused', `No mail of kind ${row.kind} is known.`);
    const checked = kind.data.safeParse(row.data);
    if (!checked.success) throw new MailFailure('refused', `The data of the mail is not as ${row.kind} expects it.`);
    return kind.compose({ ...queued, data: checked.data });
  }

  async function attempt(row: OutboxRecord, isRunning: () => boolean): Promise<void> {
    const kind = kinds.get(row.kind);
    const queued = { id: row._id, to: row.to, data: row.data, createdAt: row.createdAt };
    const isExpired = ageOf(row.createdAt) > (kind?.expiresAfterMinutes ?? Number.POSITIVE_INFINITY) * 60_000;
    try {
      if (isExpired) throw new MailFailure('refused', 'It is too late for this mail: its link has expired.');
      const mail = await compose(row, kind, queued);
      if (mail === undefined) {
        await move(row, { $set: { status: 'dropped', forgetAt: later(DAY_S) } });
        return;
      }
      if (!(await move(row, { $set: { status: 'sending', claimedUntil: later(SENDING_TIMEOUT_S) } }))) return;
      const ready = { ...withRequest(mail, row), id: row._id, to: row.to };
      await step('SMTP', 'client', {}, () => transport.send(ready));
    } catch (error) {
      const failure = error instanceof MailFailure ? error : new MailFailure('passing', String(error), error);
      // A mail server's reply quotes the recipient: masked.
      const reason = masked(failure.message);
      log.warn(
        { mail: row._id, kind: row.kind, requestId: row.request, attempt: row.attempts, reason },
        'a mail was not sent',
      );
      count(failure.kind);
      await recordOutcome(row, afterFailure(row, isExpired, failure.kind, reason, later), isRunning);
      if (failure.kind === 'away') absence.noteAway();
      await kind?.failed?.(queued, reason);
      return;
    }
    count('sent');
    const sent = { status: 'sent', sentAt: now(), forgetAt: later(RETENTION.mailDays * DAY_S) } as const;
    await recordOutcome(row, { $set: sent }, isRunning);
    await kind?.sent?.(queued);
    await absence.noteBack();
  }

  return {
    claimUrgent: () => claim({ urgent: true }),
    claimAny: async () => (await claim({ urgent: true })) ?? claim({}),

    deliver: async (row, isRunning) => {
      try {
        await inRequest(row.request, () => attempt(row, isRunning));
      } catch (error) {
        // The row keeps its claim until it expires; then `recover` decides.
        log.error({ err: error, mail: row._id }, 'the outcome of a mail could not be recorded');
      }
    },

    recover: async () => {
      // No mail is due later than its delay from now; where the clock has been an hour ahead, it is.
      const late = [0, ...RETRY_DELAYS_S].map((delay, attempts) => ({
        attempts,
        nextAttemptAt: { $gt: later(delay + DUE_SLACK_S) },
      }));
      const due = await rows.updateMany(
        { status: 'waiting', nextAttemptAt: { $gt: later(DUE_SLACK_S) }, $or: late },
        { $set: { nextAttemptAt: now() } },
      );
      const over = { claimedUntil: { $lte: now() } };
      const released = { $set: { status: 'waiting' as const }, $unset: { claim: 1 } };
      const claimed = await rows.updateMany({ status: 'claimed', ...over }, released);
      const lastError = 'The process ended while it was sending; the mail may have arrived.';
      const forgetAt = later(RETENTION.mailDays * DAY_S);
      const sending = { status: 'sending', ...over } as const;
      const failed = await rows.updateMany(sending, { $set: { status: 'failed', lastError, forgetAt } });
      return due.modifiedCount + claimed.modifiedCount + failed.modifiedCount;
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
