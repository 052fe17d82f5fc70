import { readDatabaseAddress } from './address.ts';
import { addressFaults } from './address-options.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** Returns what the address must not say, and what a database on another machine lacks, unless it is allowed by a setting. */
export function databaseFaults({
  MONGODB_URI,
  MONGODB_WITHOUT_TLS,
  MONGODB_WITHOUT_PASSWORD,
}: Given): readonly string[] {
  const address = MONGODB_URI === undefined ? undefined : readDatabaseAddress(MONGODB_URI);
  if (address === undefined) return [];
  const faults = addressFaults(address).map((fault) => `MONGODB_URI: ${fault}`);
  if (address.isLocal) return faults;
  if (!address.hasTls && MONGODB_WITHOUT_TLS !== 'yes')
    faults.push(
      'MONGODB_URI: another machine is reached with tls=true and a checked certificate, or MONGODB_WITHOUT_TLS=yes says that the way is safe',
    );
  if (!address.hasCredentials && MONGODB_WITHOUT_PASSWORD !== 'yes')
    faults.push('MONGODB_URI: another machine wants a user and a password, or MONGODB_WITHOUT_PASSWORD=yes');
  return faults;
}
