import type { AddressInfo } from 'node:net';
import { blankFaults, createListener } from '@cytocomm/runtime';
import { SMTPServer } from 'smtp-server';
import { type CaughtMail, createMailbox, type Mailbox } from './mailbox.ts';
import { createMailboxApp } from './web.ts';

const MAX_MAIL_BYTES = 25 * 1024 * 1024;

/** Creates an SMTP server that adds all mails to the mailbox, without a password. */
function createSmtpServer(mailbox: Mailbox): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    // No reverse lookup, which would wait for DNS.
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    banner: 'Cytocomm mailbox',
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.once('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('The mail is too large.'), { responseCode: 552 }));
          return;
        }
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
        mailbox.add(Buffer.concat(chunks), recipients).then(
          () => done(),
          (error: Error) => done(Object.assign(error, { responseCode: 554 })),
        );
      });
    },
  });
}

/** What a mailbox that runs alone reads from its environment, with what stands in for none. */
export const MAILBOX_SETTINGS = { MAILBOX_HOST: '127.0.0.1', MAILBOX_SMTP_PORT: '0', MAILBOX_HTTP_PORT: '0' } as const;

const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;

/** Returns the options of a mailbox by an environment; an empty variable counts as none. Throws an error that names all that are wrong. */
export function mailboxOptionsOf(environment: Readonly<Record<string, string | undefined>>): Required<MailboxOptions> {
  const settingOf = (name: keyof typeof MAILBOX_SETTINGS) => environment[name] || MAILBOX_SETTINGS[name];
  const ports = ['MAILBOX_SMTP_PORT', 'MAILBOX_HTTP_PORT'] as const;
  const wrong = ports.filter((name) => !isPort(settingOf(name)));
  if (wrong.length > 0) throw new Error(`${wrong.join(', ')}: not a port number.`);
  const [blank] = blankFaults(environment, ['MAILBOX_HOST']);
  if (blank !== undefined) throw new Error(`${blank}.`);
  return {
    smtpPort: Number(settingOf('MAILBOX_SMTP_PORT')),
    httpPort: Number(settingOf('MAILBOX_HTTP_PORT')),
    host: settingOf('MAILBOX_HOST'),
  };
}

/** Where a mailbox listens. Port 0 takes a free one. */
export interface MailboxOptions {
  readonly smtpPort: number;
  readonly httpPort: number;
  /** Loopback by default. */
  readonly host?: string;
}

/** A running mailbox. */
export interface RunningMailbox {
  /** The value of SMTP_URL. */
  readonly smtpUrl: string;
  /** The URL of the pages and of `GET /email`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A running mailbox in this process, which can be read without a call. */
export interface LocalMailbox extends RunningMailbox {
  /** The mails as `GET /email` returns them, oldest first. */
  all(): readonly CaughtMail[];
}

/** For one person and a few tests. */
const MAX_CONNECTIONS = 200;

function listenSmtp(smtp: SMTPServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    smtp.once('error', reject);
    smtp.listen(port, host, () => {
      const address: AddressInfo | string | null = smtp.server.address();
      if (address === null || typeof address === 'string') reject(new Error('The listener has no port.'));
      else resolve(address.port);
    });
  });
}

/** Starts a mailbox in this process. */
export async function startMailbox({ smtpPort, httpPort, host = '127.0.0.1' }: MailboxOptions): Promise<LocalMailbox> {
  const mailbox = createMailbox();
  const smtp = createSmtpServer(mailbox);
  const web = createListener(createMailboxApp(mailbox), { maxConnections: MAX_CONNECTIONS });
  const heardSmtp = await listenSmtp(smtp, smtpPort, host);
  // A sender may disconnect.
  smtp.on('error', () => undefined);
  const heardHttp = await web.listen(httpPort, host);
  return {
    smtpUrl: `smtp://${host}:${heardSmtp}`,
    url: `http://${host === '127.0.0.1' ? 'localhost' : host}:${heardHttp}`,
    all: mailbox.all,
    stop: async () => {
      await Promise.all([
        web.drain({ idleGraceMs: 0, deadlineMs: 0 }),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
    },
  };
}
