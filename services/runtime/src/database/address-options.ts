import type { DatabaseAddress } from './address.ts';

/** These stand in an address, with any value that the driver takes. What processes set themselves counts for nothing there. */
const FREE: ReadonlySet<string> = new Set(
  [
    ...['replicaSet', 'directConnection', 'srvServiceName', 'srvMaxHosts', 'localThresholdMS'],
    ...['authSource', 'authMechanism', 'authMechanismProperties', 'appName', 'compressors', 'zlibCompressionLevel'],
    ...['tls', 'ssl', 'tlsCAFile', 'tlsCRLFile', 'tlsCertificateKeyFile', 'tlsCertificateKeyFilePassword'],
    ...['tlsInsecure', 'tlsAllowInvalidCertificates', 'tlsAllowInvalidHostnames', 'monitorCommands'],
    ...['proxyHost', 'proxyPort', 'proxyUsername', 'proxyPassword'],
    ...['serverSelectionTimeoutMS', 'connectTimeoutMS', 'heartbeatFrequencyMS', 'socketTimeoutMS', 'maxPoolSize'],
  ].map((name) => name.toLowerCase()),
);

/** These have one value, which is what the portal relies on, and the reason. */
const FIXED: ReadonlyMap<string, readonly [name: string, value: string, why: string]> = new Map(
  [
    // One member that answers can be lost with what it has acknowledged; with 0 not even a key that is there is told.
    ['w', 'majority', 'what was acknowledged, and an Idempotency-Key, must outlive the member that took it'] as const,
    ['journal', 'true', 'what was acknowledged must outlive a crash'] as const,
    ['retryWrites', 'true', 'an election would fail the writes under way'] as const,
    ['retryReads', 'true', 'an election would fail the reads under way'] as const,
    ['readPreference', 'primary', 'what was just written must be found'] as const,
    // With majority, what a key was just refused for may not be found yet; the trail asks for majority itself.
    ['readConcernLevel', 'local', 'what was just written must be found'] as const,
  ].map((rule) => [rule[0].toLowerCase(), rule]),
);

/** Databases of the server itself. */
const RESERVED = ['admin', 'local', 'config'];

function optionFault([name, value]: readonly [string, string]): readonly string[] {
  if (FREE.has(name.toLowerCase())) return [];
  const fixed = FIXED.get(name.toLowerCase());
  if (fixed === undefined) return [`without ${name}, which the portal does not rely on`];
  const [spelling, wanted, why] = fixed;
  return value === wanted ? [] : [`${spelling} must be ${wanted} or left out: ${why}`];
}

/** Returns what an address must not say: what would lose acknowledged writes, or keep records in a database that is not the portal's. */
export function addressFaults({ name, options }: Pick<DatabaseAddress, 'name' | 'options'>): readonly string[] {
  const faults = options.flatMap(optionFault);
  if (name === undefined)
    return [...faults, 'names no database; add it, as in …/portal (what was kept without a name is in …/test)'];
  return RESERVED.includes(name.toLowerCase()) ? [...faults, `the database ${name} is the server's own`] : faults;
}
