import { widestNetwork } from '@cytocomm/runtime';
import { deriveKey, signatureOf } from '../../platform/keys.ts';
import type { Config } from '../../platform/settings/config.ts';

/** Who reports: a network address, and whose session it is; undefined for nobody's. */
export interface Reporter {
  readonly address: string;
  readonly userId: string | undefined;
}

/**
 * Returns what names a client by the day and the person, or the address of who is not signed in: a keyed hash, from which neither
 * can be read. A client with IPv6 is the widest network that one connection gets, so that nobody has many voices.
 */
export function clientNames({ tokenSecrets }: Pick<Config, 'tokenSecrets'>): (reporter: Reporter, now: Date) => string {
  const key = deriveKey(tokenSecrets[0], 'telemetry');
  return ({ address, userId }, now) => {
    const whose = userId === undefined ? [widestNetwork(address)] : ['person', userId];
    return signatureOf(key, JSON.stringify([now.toISOString().slice(0, 10), ...whose]));
  };
}
