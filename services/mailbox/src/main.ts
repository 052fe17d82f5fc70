import { fstatSync } from 'node:fs';
import { startMailbox } from './server.ts';

function port(name: string): number {
  const value = process.env[name] ?? '0';
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new Error(`${name} is not a port number.`);
  return Number(value);
}

function parentHoldsStdin(): boolean {
  const stdin = fstatSync(0);
  return stdin.isFIFO() || stdin.isSocket();
}

async function run(): Promise<void> {
  const mailbox = await startMailbox({
    smtpPort: port('MAILBOX_SMTP_PORT'),
    httpPort: port('MAILBOX_HTTP_PORT'),
    host: process.env.MAILBOX_HOST ?? '127.0.0.1',
  });
  process.stdout.write(`${JSON.stringify({ smtpUrl: mailbox.smtpUrl, url: mailbox.url })}\n`);
  const stop = () => {
    mailbox.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (parentHoldsStdin()) process.stdin.once('end', stop).resume();
}

run().catch((error: unknown) => {
  process.stderr.write(`The mailbox cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
