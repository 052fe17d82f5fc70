import { MongoClient, type MongoOptions } from 'mongodb';
import { ConnectionString } from 'mongodb-connection-string-url';
import { isLocalHost } from './local-host.ts';

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
