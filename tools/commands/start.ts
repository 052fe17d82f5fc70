import {
  announce,
  askToRunAgain,
  endWithFailure,
  readCommandLine,
  readStartSettings,
  say,
  startUntilAsked,
} from './portal/command.ts';

const USAGE = `usage: npm start   installs, builds what changed, starts everything on http://localhost:3000 and says how to sign in

Settings, all optional: PORT, DATA_DIR, MONGODB_URI, SMTP_URL, PUBLIC_URL, OPERATOR_PORT, MAILBOX_PORT, LOG_LEVEL; see docs/run-it/settings.md.`;

try {
  readCommandLine({ usage: USAGE, options: {} });
  const startedAt = performance.now();
  const settings = await readStartSettings(process.env);
  // What builds and starts is loaded when the settings are right.
  const { startPortal } = await import('./portal/portal.ts');
  const portal = await startUntilAsked(() => startPortal(settings, say));
  announce(portal.addresses, startedAt);
  portal.startTrials();
  askToRunAgain(portal);
} catch (error) {
  endWithFailure(error);
}
