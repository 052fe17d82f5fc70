import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

interface Listener {
  once(event: 'error', listener: (error: Error) => void): unknown;
  listen(port: number, host: string, done: () => void): unknown;
}

function listen(
  server: Listener,
  port: number,
  host: string,
  addressOf: () => AddressInfo | string | null,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = addressOf();
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
  const web = createServer(createMailboxApp(mailbox));
  const heardSmtp = await listen(smtp, smtpPort, host, () => smtp.server.address());
  // A sender that hangs up in the middle is its own affair.
  smtp.on('error', () => undefined);
  const heardHttp = await listen(web, httpPort, host, () => web.address());
  return {
    smtpUrl: `smtp://${host}:${heardSmtp}`,
    url: `http://${host === '127.0.0.1' ? 'localhost' : host}:${heardHttp}`,
    stop: async () => {
      web.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => web.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
    },
  };
}
