import type { Config } from '../config.ts';
import { deriveKey, signatureOf } from '../keys.ts';
import { clientNetworks } from '../limits/client-key.ts';

/**
 * Returns what names a client by its address and the day: a keyed hash, from which no address can be read. A client with IPv6 is
 * the widest network that one connection gets, so that nobody has many voices.
 */
export function clientNames({ tokenSecrets }: Pick<Config, 'tokenSecrets'>): (address: string, now: Date) => string {
  const key = deriveKey(tokenSecrets[0], 'telemetry');
  return (address, now) => {
    const network = clientNetworks(address).at(-1)?.key;
    return signatureOf(key, JSON.stringify([now.toISOString().slice(0, 10), network]));
  };
}
