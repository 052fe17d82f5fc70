import { announce, askToRunAgain, endWithFailure, say, startUntilAsked } from './portal/command.ts';
import { readSettings } from './portal/settings.ts';

try {
  const startedAt = performance.now();
  const settings = readSettings(process.env);
  // Loads all the services: a wrong setting is told before that.
  const { startPortal } = await import('./portal/portal.ts');
  const portal = await startUntilAsked(() => startPortal(settings, say));
  announce(portal.addresses, startedAt);
  askToRunAgain(portal);
} catch (error) {
  endWithFailure(error);
}
