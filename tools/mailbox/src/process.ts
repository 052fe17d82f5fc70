import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { waitForLine } from '@cytocomm/runtime/start';
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

/** A mailbox in a process of its own. */
export interface MailboxProcess extends RunningMailbox {
  readonly pid: number;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
}

/** Starts a mailbox as a child process, which ends with this one. */
export async function startMailboxProcess(
  options: MailboxOptions = { smtpPort: 0, httpPort: 0 },
): Promise<MailboxProcess> {
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
  const addresses = await waitForLine('the mail catcher', child, (line) => {
    const message: unknown = JSON.parse(line);
    return isAddresses(message) ? message : undefined;
  });
  return {
    ...addresses,
    pid: child.pid ?? 0,
    ended,
    stop: async () => {
      // Closing its stdin stops it, as the end of this process does.
      if (child.exitCode === null && child.signalCode === null) child.stdin.end();
      await ended;
    },
  };
}
