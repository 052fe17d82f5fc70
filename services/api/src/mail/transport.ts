import { isNativeError } from 'node:util/types';
import { createTransport } from 'nodemailer';

/** A mail that is ready to leave, to one address. */
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
 * Why a mail was not taken. `away`: no server answered. `passing`: the server put it off. `refused`: it will not take it.
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

/** Hands mails to the mail server. */
export interface MailTransport {
  /** Resolves when the server has taken the mail; throws a MailFailure otherwise. */
  send(mail: ReadyMail): Promise<void>;
  /** Asks whether the server answers. */
  verify(): Promise<void>;
}

function failureOf(error: unknown, handedOver: boolean): MailFailure {
  if (!isNativeError(error)) return new MailFailure('passing', String(error), error);
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
  if (status !== undefined) return new MailFailure(status >= 500 ? 'refused' : 'passing', error.message, error);
  // No answer after the text was handed over: it may have arrived, and nobody is written to twice.
  if (handedOver) return new MailFailure('uncertain', `${error.message}; the mail may have arrived`, error);
  return new MailFailure('away', error.message, error);
}

/** The SMTP server that `url` names. */
export function smtpTransport(url: string, from: string): MailTransport {
  const domain = new URL(url).hostname;
  const options = { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  return {
    send: async ({ id, to, ...mail }) => {
      let handedOver = false;
      // One connection a mail: nodemailer tells only its log when the whole text is out, and that is what decides about a retry.
      const logger = {
        info: (entry?: unknown) => {
          handedOver ||= typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'message';
        },
      };
      const smtp = createTransport({ ...options, logger });
      try {
        await smtp.sendMail({
          ...mail,
          from,
          // An object, not a string: nodemailer reads lists of addresses out of strings.
          to: { name: '', address: to },
          // The same id on every attempt, so that a mailbox can recognise a doublet.
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
