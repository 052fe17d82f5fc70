import { startPortal } from './portal/portal.ts';
import { CannotStart, readSettings } from './portal/settings.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const startedAt = performance.now();
  const settings = readSettings(process.env);
  const portal = await startPortal(settings, say);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    say('\nStopping …');
    await portal.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  // scripts/run.mjs holds the other end of this channel: however it ends, nothing stays behind.
  process.on('disconnect', () => void stop());

  const { url, mailUrl, operatorUrl } = portal.addresses;
  say('');
  say(`  Portal      ${url}`);
  if (mailUrl) say(`  Mail        ${mailUrl}  (sign-in links arrive here)`);
  say(`  API docs    ${url}/api/docs`);
  say(`  Operators   ${operatorUrl}/readyz, /metrics`);
  say('');
  say(`  Sign in: open ${url}/investors, press "Investor Portal Login", enter one of`);
  say('  admin@, investor@, customer@, developer@ or all@cytocomm.example, and open the link in the mail.');
  say('');
  say(`  Ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Ctrl-C stops everything.`);
} catch (error) {
  const words =
    error instanceof CannotStart || !(error instanceof Error) ? String(error) : (error.stack ?? error.message);
  process.stderr.write(`${error instanceof CannotStart ? error.message : words}\n`);
  process.exit(1);
}
