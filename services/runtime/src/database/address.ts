import { MongoClient, type MongoOptions } from 'mongodb';
import { ConnectionString } from 'mongodb-connection-string-url';
import { isLocalHost } from '../http/trusted-hosts.ts';

/** A connection string without its secrets. */
export interface DatabaseAddress {
  /** Database and servers: `portal on mongo-1:27017, mongo-2:27017`. */
  readonly description: string;
  /** Whether all servers are this machine. */
  readonly isLocal: boolean;
  /** Whether connections use TLS, and the certificate and name of the server are checked. */
  readonly hasTls: boolean;
  readonly hasCredentials: boolean;
  /** The database's name; undefined where the driver would choose one. */
  readonly name: string | undefined;
  /** Names and values as they stand there; a value may be a secret. */
  readonly options: readonly (readonly [name: string, value: string])[];
}

/** Returns the address of a connection string; undefined for an invalid one. */
export function readDatabaseAddress(uri: string): DatabaseAddress | undefined {
  const options = parsed(uri);
  if (options === undefined) return undefined;
  const { hosts, srvHost, dbName, tls, rejectUnauthorized, checkServerIdentity, credentials } = options;
  // The driver's own reader: its options no longer say what stands in the address and what is the driver's choice.
  const { pathname, searchParams } = new ConnectionString(uri);
  const hasName = pathname.length > 1;
  const places = srvHost === undefined ? hosts.map(String) : [srvHost];
  return {
    description: `${dbName} on ${places.join(', ')}`,
    isLocal: srvHost === undefined && hosts.every(({ host, socketPath }) => !!socketPath || isLocalHost(host ?? '')),
    // The driver's form of tlsInsecure, tlsAllowInvalidCertificates and tlsAllowInvalidHostnames.
    hasTls: tls && rejectUnauthorized !== false && checkServerIdentity === undefined,
    hasCredentials: credentials !== undefined,
    name: hasName ? dbName : undefined,
    options: [...searchParams],
  };
}

function parsed(uri: string): MongoOptions | undefined {
  try {
    return new MongoClient(uri).options;
  } catch {
    // The driver's words may hold a part of the password.
    return undefined;
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Options that must have one value, and why. */
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

/** Returns the faults of an address: options that would lose acknowledged writes, and a missing or reserved database. */
function addressFaults({ name, options }: DatabaseAddress): string[] {
  const faults = FIXED.flatMap(([option, wanted, why]) =>
    options.some(([key, value]) => key.toLowerCase() === option.toLowerCase() && value !== wanted)
      ? [`${option} must be ${wanted} or left out: ${why}`]
      : [],
  );
  if (name === undefined)
    faults.push('names no database; add it, as in …/portal (what was kept without a name is in …/test)');
  else if (RESERVED.includes(name.toLowerCase())) faults.push(`the database ${name} is the server's own`);
  return faults.map((fault) => `MONGODB_URI: ${fault}`);
}

/** Returns the faults of the address, and what a database on another machine lacks unless a setting allows it. */
export function databaseFaults({
  MONGODB_URI,
  MONGODB_WITHOUT_TLS,
  MONGODB_WITHOUT_PASSWORD,
}: Variables): readonly string[] {
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
