import type { Core } from '../core.ts';
import type { Alerts } from './service.ts';

/** Takes a request for alerts within its limits. An address that was written to often enough is not written to again; the answer stays the same. */
export async function askForAlerts(core: Core, alerts: Alerts, email: string, clientAddress: string): Promise<void> {
  await core.limits.consumeByClient('alerts-by-client', clientAddress);
  const { allowed } = await core.limits.count('alerts-by-address', email);
  if (allowed) await alerts.request(email);
}
