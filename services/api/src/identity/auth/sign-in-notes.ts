import { setTimeout as pause } from 'node:timers/promises';
import type { AuditEvent } from '../../platform/audit/event.ts';
import type { Core } from '../../platform/core.ts';
import type { Users } from '../users/service.ts';

/** Where a call comes from, for the audit trail. */
export type Origin = Required<Pick<AuditEvent, 'from' | 'userAgent'>>;

/** An event about an address that was typed into a form; it may belong to no user. */
interface SignInNote extends Origin {
  readonly action: 'sign-in.refused' | 'sign-in.failed' | 'sign-in.codes-locked' | 'sign-in.company-refused';
  readonly email: string;
  readonly reason: string;
}

/**
 * Records events about typed addresses: in the audit trail for a user's, among the notes about strangers otherwise. They are
 * written after the response, whose time must not reveal which of the two it was.
 */
export interface SignInNotes {
  /** Queues a note. Notes are written in order, from within 100 ms on; dropped with a log line when the database is down. */
  add(note: SignInNote): void;
  /** Writes all queued notes now; resolves when they are stored, or dropped with a log line. */
  settle(): Promise<void>;
}

/** How many notes are queued at most; more are dropped with a line in the log. */
const MAX_QUEUED = 1000;
/** A random delay: the write must not show in the time of the next call. */
const DELAY_MS = { least: 10, spread: 80 };

/** Creates the notes of a process. */
export function createSignInNotes({ audit, anonymousEvents, log, database }: Core, users: Users): SignInNotes {
  const queue: { readonly note: SignInNote; readonly at: Date }[] = [];
  let hurry = new AbortController();
  let writing: Promise<void> | undefined;

  async function write({ email, reason, ...note }: SignInNote, at: Date): Promise<void> {
    const row = { ...note, actor: null, subject: email, detail: { reason } };
    const isUser = (await users.byEmail(email)) !== undefined;
    await (isUser ? audit.record(row, at) : anonymousEvents.record(row));
  }

  async function writeAll(): Promise<void> {
    const { signal } = hurry;
    await pause(DELAY_MS.least + Math.random() * DELAY_MS.spread, undefined, { signal, ref: false }).catch(
      () => undefined,
    );
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await write(next.note, next.at);
    } catch (error) {
      // The database is down: the other notes would only time out one after the other.
      log.error({ err: error, more: queue.length }, 'the notes of sign-ins could not be written');
      queue.length = 0;
    }
    writing = undefined;
    hurry = new AbortController();
  }

  return {
    add: (note) => {
      if (queue.length >= MAX_QUEUED) {
        log.error('the queue of sign-in notes is full; a note is dropped');
        return;
      }
      queue.push({ note, at: database.now() });
      writing ??= writeAll();
    },
    settle: async () => {
      if (writing !== undefined) hurry.abort();
      await writing;
    },
  };
}
