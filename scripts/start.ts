import { announce, endWithFailure, say, stopWhenAsked } from './portal/command.ts';
import { startPortal } from './portal/portal.ts';
import { readSettings } from './portal/settings.ts';

try {
  const startedAt = performance.now();
  const portal = await startPortal(readSettings(process.env), say);
  stopWhenAsked(portal.stop);
  announce(portal.addresses, startedAt);
} catch (error) {
  endWithFailure(error);
}
