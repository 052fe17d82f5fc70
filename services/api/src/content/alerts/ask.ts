import type { Core } from '../../platform/core.ts';
import type { Alerts } from './service.ts';

/** Requests alerts for an address within the limits. Beyond the address's limit nothing is mailed, and the response is the same. */
export async function askForAlerts(core: Core, alerts: Alerts, email: string, clientAddress: string): Promise<void> {
  await core.limits.consumeByClient('alerts-by-client', clientAddress);
  const { allowed } = await core.limits.count('alerts-by-address', email);
  if (allowed) await alerts.request(email);
}
