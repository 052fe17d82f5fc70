import type { AddressInfo } from 'node:net';
import { createListener } from '@cytocomm/runtime';
import type { SMTPServer } from 'smtp-server';
import { type CaughtMail, createMailbox } from './mailbox.ts';
import { createSmtpServer } from './smtp.ts';
import { createMailboxApp } from './web.ts';

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
