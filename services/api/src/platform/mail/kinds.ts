import type { MailKindName } from '@cytocomm/contract';
import type { z } from 'zod';
import type { ReadyMail } from './transport.ts';

/** A composed mail. */
export type ComposedMail = Omit<ReadyMail, 'id' | 'to'>;

/** A queued mail. */
export interface QueuedMail<Data> {
  readonly id: string;
  readonly to: string;
  readonly data: Data;
  readonly createdAt: Date;
}

/** A kind of mail; composed when it is sent. */
export interface MailKind<Data> {
  readonly name: MailKindName;
  readonly data: z.ZodType<Data>;
  /** Whether users wait for it: sent before others, with workers of its own. False by default. */
  readonly urgent?: boolean;
  /** Returns the mail; undefined when it is not wanted any more. */
  compose(mail: QueuedMail<Data>): Promise<ComposedMail | undefined> | ComposedMail | undefined;
  /** Called when the server has accepted the mail. */
  sent?(mail: QueuedMail<Data>): Promise<void>;
  /** Called after each failed attempt. */
  failed?(mail: QueuedMail<Data>, reason: string): Promise<void>;
  /** After how many minutes an unsent mail fails; by default after the last retry. */
  readonly expiresAfterMinutes?: number;
}

/** Queues a mail. The same `key` is queued once; by default a random one. Returns whether it was new. */
export type Enqueue<Data> = (to: string, data: Data, key?: string) => Promise<boolean>;
