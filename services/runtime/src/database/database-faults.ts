import { type DatabaseAddress, readDatabaseAddress } from './address.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** Options with one value, which is what the portal relies on, and the reason. Others count for nothing, or have no say in this. */
const FIXED = [
  // One member that answers can be lost with what it has acknowledged; with 0 not even a key that is there is told.
  ['w', 'majority', 'what was acknowledged, and an Idempotency-Key, must outlive the member that took it'],
  ['j', 'true', 'what was acknowledged must outlive a crash'],
  ['journal', 'true', 'what was acknowledged must outlive a crash'],
  ['retryWrites', 'true', 'an election would fail the writes under way'],
  ['retryReads', 'true', 'an election would fail the reads under way'],
  ['readPreference', 'primary', 'what was just written must be found'],
  // With majority, what a key was just refused for may not be found yet; the trail asks for majority itself.
  ['readConcernLevel', 'local', 'what was just written must be found'],
] as const;

/** Databases of the server itself. */
const RESERVED = ['admin', 'local', 'config'];

/** Returns what an address must not say: what would lose acknowledged writes, or keep records in a database that is not the portal's. */
function addressFaults({ name, options }: DatabaseAddress): string[] {
  const faults = FIXED.flatMap(([option, wanted, why]) =>
    options.some(([given, value]) => given.toLowerCase() === option.toLowerCase() && value !== wanted)
      ? [`${option} must be ${wanted} or left out: ${why}`]
      : [],
  );
  if (name === undefined)
    faults.push('names no database; add it, as in …/portal (what was kept without a name is in …/test)');
  else if (RESERVED.includes(name.toLowerCase())) faults.push(`the database ${name} is the server's own`);
  return faults.map((fault) => `MONGODB_URI: ${fault}`);
}

/** Returns what the address must not say, and what a database on another machine lacks, unless it is allowed by a setting. */
export function databaseFaults({
  MONGODB_URI,
  MONGODB_WITHOUT_TLS,
  MONGODB_WITHOUT_PASSWORD,
}: Given): readonly string[] {
  const address = MONGODB_URI === undefined ? undefined : readDatabaseAddress(MONGODB_URI);
  if (address === undefined) return [];
  const faults = addressFaults(address);
  if (address.isLocal) return faults;
  if (!address.hasTls && MONGODB_WITHOUT_TLS !== 'yes')
    faults.push(
      'MONGODB_URI: another machine is reached with tls=true and a checked certificate, or MONGODB_WITHOUT_TLS=yes says that the way is safe',
    );
  if (!address.hasCredentials && MONGODB_WITHOUT_PASSWORD !== 'yes')
    faults.push('MONGODB_URI: another machine wants a user and a password, or MONGODB_WITHOUT_PASSWORD=yes');
  return faults;
}
