import { setTimeout as pause } from 'node:timers/promises';
import type { AuditNote } from '../audit/service.ts';
import type { Core } from '../core.ts';
import type { Users } from '../users/service.ts';

/** Where a call comes from, for the audit trail. */
export type Origin = Required<Pick<AuditNote, 'from' | 'userAgent'>>;

/** Something that happened to an address that somebody typed; whether anybody has it is not known yet. */
export interface SignInNote extends Origin {
  readonly action: 'sign-in.refused' | 'sign-in.failed' | 'sign-in.codes-locked';
  readonly email: string;
  readonly reason: string;
}

/**
 * Notes about addresses that somebody typed: in the audit trail when it is a person's, with those about strangers otherwise. They
 * are written a moment after the answer, because the two do not take equally long and an answer must not tell which it was.
 */
export interface SignInNotes {
  /** Takes a note; it is written soon, in the order of the notes. */
  add(note: SignInNote): void;
  /** Resolves when everything that this process was told is written; hurries. */
  settle(): Promise<void>;
}

/** How many notes wait at most. The limits let through far fewer; what is beyond is lost, and the log says so. */
const MAX_WAITING = 1000;
/** A short random wait, so that the writing does not show in the time of a next call either. */
const WAIT_MS = { least: 10, spread: 80 };

/** The notes about addresses that somebody typed. */
export function createSignInNotes({ audit, strangers, log }: Core, users: Users): SignInNotes {
  const waiting: { readonly note: SignInNote; readonly at: Date }[] = [];
  let hurry = new AbortController();
  let writing: Promise<void> | undefined;

  async function write({ email, reason, ...note }: SignInNote, at: Date): Promise<void> {
    const kept = { ...note, actor: null, subject: email, detail: { reason } };
    const approved = (await users.byEmail(email)) !== undefined;
    await (approved ? audit.record(kept, at) : strangers.record(kept));
  }

  async function writeAll(): Promise<void> {
    const { signal } = hurry;
    await pause(WAIT_MS.least + Math.random() * WAIT_MS.spread, undefined, { signal, ref: false }).catch(
      () => undefined,
    );
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await write(next.note, next.at);
    } catch (error) {
      // The database is away: what waits would only wait for it one after the other.
      log.error({ err: error, more: waiting.length }, 'what happened at a sign-in could not be noted');
      waiting.length = 0;
    }
    writing = undefined;
    hurry = new AbortController();
  }

  return {
    add: (note) => {
      if (waiting.length >= MAX_WAITING) {
        log.error('so many sign-ins fail that not all of them can be noted');
        return;
      }
      waiting.push({ note, at: new Date() });
      writing ??= writeAll();
    },
    settle: async () => {
      if (writing !== undefined) hurry.abort();
      await writing;
    },
  };
}
