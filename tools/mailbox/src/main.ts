import { fstatSync } from 'node:fs';
import { join } from 'node:path';
import { createLog, readBuild } from '@cytocomm/runtime';
import { mailboxOptionsOf, startMailbox } from './server.ts';

function parentHoldsStdin(): boolean {
  const stdin = fstatSync(0);
  return stdin.isFIFO() || stdin.isSocket();
}

async function run(): Promise<void> {
  const mailbox = await startMailbox(mailboxOptionsOf(process.env));
  const log = createLog('info', readBuild('mailbox', join(import.meta.dirname, '..')));
  log.info({ smtpUrl: mailbox.smtpUrl, url: mailbox.url, node: process.version }, 'the mail catcher listens');
  log.flush();
  const stop = () => {
    mailbox.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  const isChild = parentHoldsStdin();
  // Ctrl-C in a terminal reaches all processes at once: the parent ends its children in their order.
  process.on('SIGINT', () => isChild || stop());
  if (isChild) process.stdin.once('end', stop).resume();
}

run().catch((error: unknown) => {
  process.stderr.write(`The mailbox cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
