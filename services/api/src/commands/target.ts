import { ConfigurationError } from '../config.ts';
import { readDatabaseAddress } from '../database/address.ts';
import { databaseFaults } from '../unsafe-settings.ts';
import type { Environment } from './command-core.ts';

/** The database that a command acts on, by name and host. Throws ConfigurationError when none is named, or an unsafe one. */
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
