import { rateLimited } from '../http/problem.ts';
import { clientNetworks } from '../limits/client-key.ts';

const WINDOW_MS = 10 * 60 * 1000;
/** How many challenges a client may have in ten minutes from one process; many people may share an address. */
const MAX_PER_CLIENT = 300;
/** How many networks are counted. Further ones are not: so many have a few challenges each. */
const MAX_NETWORKS = 20_000;

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
    const uses = clientNetworks(address).map(({ key, clients }) => ({
      key,
      number: (counts.get(key) ?? 0) + 1,
      most: MAX_PER_CLIENT * clients,
    }));
    // A refused call counts nowhere: a network that has had its own would else fill the memory with its parts, and hide others.
    if (uses.some(({ number, most }) => number > most)) throw rateLimited((endsAt - now) / 1000);
    for (const { key, number } of uses) if (number > 1 || counts.size < MAX_NETWORKS) counts.set(key, number);
  };
}
