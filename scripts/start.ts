import { announce, endWithFailure, say, startUntilAsked } from './portal/command.ts';
import { startPortal } from './portal/portal.ts';
import { readSettings } from './portal/settings.ts';

try {
  const startedAt = performance.now();
  const portal = await startUntilAsked(() => startPortal(readSettings(process.env), say));
  announce(portal.addresses, startedAt);
} catch (error) {
  endWithFailure(error);
}
