import { MongoClient, type MongoOptions } from 'mongodb';
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
  /** Whether reads go to the primary, which has what was just written. */
  readonly readsPrimary: boolean;
}

/** Returns the address of a connection string; undefined for an invalid one. */
export function readDatabaseAddress(uri: string): DatabaseAddress | undefined {
  const options = parsed(uri);
  if (options === undefined) return undefined;
  const { hosts, srvHost, dbName, tls, rejectUnauthorized, checkServerIdentity, credentials, readPreference } = options;
  const places = srvHost === undefined ? hosts.map(String) : [srvHost];
  return {
    description: `${dbName} on ${places.join(', ')}`,
    isLocal: srvHost === undefined && hosts.every(({ host, socketPath }) => !!socketPath || isLocalHost(host ?? '')),
    // The driver's form of tlsInsecure, tlsAllowInvalidCertificates and tlsAllowInvalidHostnames.
    hasTls: tls && rejectUnauthorized !== false && checkServerIdentity === undefined,
    hasCredentials: credentials !== undefined,
    readsPrimary: readPreference.mode === 'primary',
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
