import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { MailboxOptions, RunningMailbox } from './server.ts';

interface Addresses {
  readonly smtpUrl: string;
  readonly url: string;
}

function isAddresses(value: unknown): value is Addresses {
  return (
    typeof value === 'object' &&
    value !== null &&
    'smtpUrl' in value &&
    typeof value.smtpUrl === 'string' &&
    'url' in value &&
    typeof value.url === 'string'
  );
}

/** Starts a mailbox as a process of its own, which ends when this one does. */
export async function startMailboxProcess(
  options: MailboxOptions = { smtpPort: 0, httpPort: 0 },
): Promise<RunningMailbox> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      MAILBOX_SMTP_PORT: String(options.smtpPort),
      MAILBOX_HTTP_PORT: String(options.httpPort),
      MAILBOX_HOST: options.host ?? '127.0.0.1',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const addresses = await new Promise<Addresses>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The mailbox ended at its start with code ${code}.`)));
    createInterface({ input: child.stdout }).once('line', (line) => {
      const said: unknown = JSON.parse(line);
      if (isAddresses(said)) resolve(said);
      else reject(new Error('The mailbox did not say where it listens.'));
    });
  });
  return {
    ...addresses,
    stop: async () => {
      // Closing its stdin is the sign to stop, the same one that it gets when this process dies.
      child.stdin.end();
      await ended;
    },
  };
}
