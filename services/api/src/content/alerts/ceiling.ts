import { Counter, type Registry } from 'prom-client';
import type { Core } from '../../platform/core.ts';
import type { KeyLimit } from '../../platform/limits/service.ts';

/** Limits of the whole portal, the shorter period first. */
const CEILINGS: readonly KeyLimit[] = ['alerts-of-portal-by-minute', 'alerts-of-portal-by-hour'];
const PORTAL = 'portal';

/**
 * Returns a function that counts one mail to a stranger and returns whether it may be sent. The ceiling is the portal's, not
 * a client's: a flood would ruin the domain's reputation, and with it the sign-in mails. The log (once a window) and
 * the metrics report mails held back.
 */
export function createStrangerCeiling({ limits, log }: Core, registry: Registry): () => Promise<boolean> {
  const unsent = new Counter({
    name: 'alert_mails_held_back_total',
    help: 'Mails to strangers that were not sent because of the ceiling of the whole portal',
    registers: [registry],
  });
  return async () => {
    for (const name of CEILINGS) {
      const { allowed, crossing } = await limits.count(name, PORTAL);
      if (crossing)
        log.warn({ limit: name }, 'so many strangers ask for alerts that no more of them are written to for now');
      if (allowed) continue;
      unsent.inc();
      return false;
    }
    return true;
  };
}
