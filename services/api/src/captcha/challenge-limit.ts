import { rateLimited } from '../http/problem.ts';
import { clientNetworks } from '../limits/client-key.ts';

const WINDOW_MS = 10 * 60 * 1000;
/** How many challenges a client may have in ten minutes from one process; many people may share an address. */
const MOST_OF_CLIENT = 300;
/** How many networks are counted. Further ones are not: so many have a few challenges each. */
const MOST_NETWORKS = 20_000;

/**
 * Counts challenges by client, in memory: counting one in the database would cost more than making it, and forms show while the
 * database is away. The function that is returned throws 429 beyond the limit.
 */
export function createChallengeLimit(): (address: string) => void {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (address) => {
    const now = performance.now();
    if (now >= endsAt) {
      counts.clear();
      endsAt = now + WINDOW_MS;
    }
    for (const { key, clients } of clientNetworks(address)) {
      const count = (counts.get(key) ?? 0) + 1;
      if (count > MOST_OF_CLIENT * clients) throw rateLimited((endsAt - now) / 1000);
      if (count > 1 || counts.size < MOST_NETWORKS) counts.set(key, count);
    }
  };
}
