import { isNativeError } from 'node:util/types';
import { createTransport } from 'nodemailer';

/** A mail to one address. */
export interface ReadyMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly replyTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Why a mail was not accepted. `away`: no server responded. `passing`: the server deferred it. `refused`: it rejects it for good.
 * `uncertain`: the connection broke after the mail was handed over, so it may have arrived.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  readonly kind: 'away' | 'passing' | 'refused' | 'uncertain';

  constructor(kind: MailFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** The result of handing a mail to the server. */
export type MailOutcome = 'sent' | MailFailure['kind'];

/** Sends mails to the mail server. */
export interface MailTransport {
  /** Resolves when the server has accepted the mail. Throws MailFailure. */
  send(mail: ReadyMail): Promise<void>;
  /** Resolves when the server responds; rejects otherwise. */
  verify(): Promise<void>;
}

function failureOf(error: unknown, handedOver: boolean): MailFailure {
  if (!isNativeError(error)) return new MailFailure('passing', String(error), error);
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
  if (status !== undefined) return new MailFailure(status >= 500 ? 'refused' : 'passing', error.message, error);
  // No response after the text: it may have arrived, and must not be sent twice.
  if (handedOver) return new MailFailure('uncertain', `${error.message}; the mail may have arrived`, error);
  return new MailFailure('away', error.message, error);
}

/** Asks out-of-office assistants not to answer (RFC 3834; the second one is for Exchange). */
const NO_AUTOMATIC_ANSWERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** Returns the transport to an SMTP server. */
export function smtpTransport(url: string, from: string): MailTransport {
  const domain = new URL(url).hostname;
  const options = { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  return {
    send: async ({ id, to, ...mail }) => {
      let handedOver = false;
      // One connection per mail: only nodemailer's log says when the whole text was sent, which decides about a retry.
      const logger = {
        info: (entry?: unknown) => {
          handedOver ||= typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'message';
        },
      };
      const smtp = createTransport({ ...options, logger });
      try {
        await smtp.sendMail({
          ...mail,
          headers: { ...NO_AUTOMATIC_ANSWERS, ...mail.headers },
          from,
          // An object: nodemailer parses strings as lists of addresses.
          to: { name: '', address: to },
          // The same id on each attempt, so that a mailbox can drop duplicates.
          messageId: `<${Buffer.from(id).toString('hex')}@${domain}>`,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        throw failureOf(error, handedOver);
      } finally {
        smtp.close();
      }
    },
    verify: async () => {
      const smtp = createTransport({ ...options, connectionTimeout: 3000, greetingTimeout: 3000 });
      try {
        await smtp.verify();
      } finally {
        smtp.close();
      }
    },
  };
}
