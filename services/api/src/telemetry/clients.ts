import { widestNetwork } from '@cytocomm/listener';
import type { Config } from '../config.ts';
import { deriveKey, signatureOf } from '../keys.ts';

/**
 * Returns what names a client by its address and the day: a keyed hash, from which no address can be read. A client with IPv6 is
 * the widest network that one connection gets, so that nobody has many voices.
 */
export function clientNames({ tokenSecrets }: Pick<Config, 'tokenSecrets'>): (address: string, now: Date) => string {
  const key = deriveKey(tokenSecrets[0], 'telemetry');
  return (address, now) => signatureOf(key, JSON.stringify([now.toISOString().slice(0, 10), widestNetwork(address)]));
}
