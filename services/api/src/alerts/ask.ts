import type { Core } from '../core.ts';
import { ApiError } from '../http/problem.ts';
import { clientKey } from '../limits/service.ts';
import type { Alerts } from './service.ts';

/** Takes a request for alerts within its limits. An address that was written to often enough is not written to again; the answer stays the same. */
export async function askForAlerts(core: Core, alerts: Alerts, email: string, clientAddress: string): Promise<void> {
  await core.limits.consume('alerts-by-client', clientKey(clientAddress));
  try {
    await core.limits.consume('alerts-by-address', email);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate-limited') return;
    throw error;
  }
  await alerts.request(email);
}
