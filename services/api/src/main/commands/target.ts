import { ConfigurationError } from '@cytocomm/runtime';
import { databaseFaults, readDatabaseAddress } from '@cytocomm/runtime/database';
import type { Environment } from './command-core.ts';

/** Returns name and host of a command's database. Throws ConfigurationError for none, or an unsafe one. */
export function describeTarget(environment: Environment): string {
  const uri = environment.MONGODB_URI;
  if (!uri) throw new ConfigurationError('MONGODB_URI: is missing, and which database is meant is not guessed.');
  const address = readDatabaseAddress(uri);
  if (address === undefined)
    throw new ConfigurationError('MONGODB_URI: is not a mongodb:// address that the driver understands.');
  const faults = databaseFaults(environment);
  if (faults.length > 0) throw new ConfigurationError(`${faults.join('; ')}.`);
  return address.description;
}
