import type { z } from 'zod';
import type { ReadyMail } from './transport.ts';

/** A mail as its kind composes it. */
export type ComposedMail = Omit<ReadyMail, 'id' | 'to'>;

/** A row as its kind sees it. */
export interface QueuedMail<Data> {
  readonly id: string;
  readonly to: string;
  readonly data: Data;
  readonly createdAt: Date;
}

/** One kind of mail. It is composed at the moment it is sent. */
export interface MailKind<Data> {
  readonly name: string;
  readonly data: z.ZodType<Data>;
  /** Whether somebody waits for such mails: they go before all others, and a share of the sends is theirs alone. */
  readonly urgent?: boolean;
  /** The mail, or undefined when it is not wanted any more. */
  compose(turn: QueuedMail<Data>): Promise<ComposedMail | undefined> | ComposedMail | undefined;
  /** Told when the server has taken the mail. */
  sent?(turn: QueuedMail<Data>): Promise<void>;
  /** Told after each attempt that failed. */
  failed?(turn: QueuedMail<Data>, reason: string): Promise<void>;
  /** After how many minutes an unsent mail is given up; without it, when the pauses are used up. */
  readonly expiresAfterMinutes?: number;
}

/** Puts one mail into the outbox. The same `key` is never queued twice. */
export type Enqueue<Data> = (to: string, data: Data, key?: string) => Promise<void>;
