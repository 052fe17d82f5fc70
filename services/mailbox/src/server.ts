import type { AddressInfo } from 'node:net';
import { createListener } from '@cytocomm/listener';
import type { SMTPServer } from 'smtp-server';
import { createMailbox } from './mailbox.ts';
import { createSmtpServer } from './smtp.ts';
import { createMailboxApp } from './web.ts';

/** Where a mailbox listens. Port 0 takes a free one. */
export interface MailboxOptions {
  readonly smtpPort: number;
  readonly httpPort: number;
  /** Loopback unless said otherwise. */
  readonly host?: string;
}

/** A running mailbox. */
export interface RunningMailbox {
  /** For SMTP_URL. */
  readonly smtpUrl: string;
  /** For a browser, and for `GET /email`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** One person and a few tests look here. */
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
export async function startMailbox({
  smtpPort,
  httpPort,
  host = '127.0.0.1',
}: MailboxOptions): Promise<RunningMailbox> {
  const mailbox = createMailbox();
  const smtp = createSmtpServer(mailbox);
  const web = createListener(createMailboxApp(mailbox), { maxConnections: MAX_CONNECTIONS });
  const heardSmtp = await listenSmtp(smtp, smtpPort, host);
  // A sender that hangs up in the middle is its own affair.
  smtp.on('error', () => undefined);
  const heardHttp = await web.listen(httpPort, host);
  return {
    smtpUrl: `smtp://${host}:${heardSmtp}`,
    url: `http://${host === '127.0.0.1' ? 'localhost' : host}:${heardHttp}`,
    stop: async () => {
      await Promise.all([
        web.drain({ idleGraceMs: 0, deadlineMs: 0 }),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
    },
  };
}
