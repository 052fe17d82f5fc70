import { mongo } from 'mongoose';
import { isLocalHost } from '../local-host.ts';

/** What a connection string says, without its secrets. */
export interface DatabaseAddress {
  /** The database and where it is, such as `portal on mongo-1:27017, mongo-2:27017`. */
  readonly description: string;
  /** Whether every server is this machine. */
  readonly isLocal: boolean;
  readonly hasTls: boolean;
  readonly hasCredentials: boolean;
}

/** Reads a connection string as the driver does; undefined when the driver does not understand it. */
export function readDatabaseAddress(uri: string): DatabaseAddress | undefined {
  const options = parsed(uri);
  if (options === undefined) return undefined;
  const { hosts, srvHost, dbName, tls, credentials } = options;
  const places = srvHost === undefined ? hosts.map(String) : [srvHost];
  return {
    description: `${dbName} on ${places.join(', ')}`,
    isLocal: srvHost === undefined && hosts.every(({ host, socketPath }) => !!socketPath || isLocalHost(host ?? '')),
    hasTls: tls,
    hasCredentials: credentials !== undefined,
  };
}

function parsed(uri: string): mongo.MongoOptions | undefined {
  try {
    return new mongo.MongoClient(uri).options;
  } catch {
    // The driver's words may hold a part of the password.
    return undefined;
  }
}
