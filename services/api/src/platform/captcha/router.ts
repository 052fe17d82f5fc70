import { readCaptcha } from '@cytocomm/contract';
import { clientNetworks } from '@cytocomm/runtime';
import { anonymousWithoutDatabase } from '../calls/access.ts';
import { rateLimited } from '../calls/problem.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import type { CaptchaProvider } from './service.ts';

const WINDOW_MS = 10 * 60 * 1000;
/** How many challenges a client gets in ten minutes; many users may share an address. */
const MAX_PER_CLIENT = 300;
/** How many networks are counted; further ones are not. */
const MAX_NETWORKS = 20_000;

/** Returns a function that counts challenges per client and throws 429 beyond the limit; in memory, also while the database is down. */
export function createChallengeLimit(): (address: string) => void {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (address) => {
    const now = performance.now();
    if (now >= endsAt) {
      counts.clear();
      endsAt = now + WINDOW_MS;
    }
    const uses = clientNetworks(address).map(({ key, clients }) => ({
      key,
      number: (counts.get(key) ?? 0) + 1,
      max: MAX_PER_CLIENT * clients,
    }));
    // A refused call is not counted: else one network could fill the memory with its parts.
    if (uses.some(({ number, max }) => number > max)) throw rateLimited((endsAt - now) / 1000);
    for (const { key, number } of uses) if (number > 1 || counts.size < MAX_NETWORKS) counts.set(key, number);
  };
}

/** Returns the call that makes a challenge. */
export function captchaRoutes(captcha: CaptchaProvider): RouteTable {
  const table = routeTable();
  const count = createChallengeLimit();
  table.answer(readCaptcha, anonymousWithoutDatabase, ({ clientAddress }) => {
    count(clientAddress);
    return captcha.challenge();
  });
  return table;
}
