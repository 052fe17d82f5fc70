export { type DatabaseAddress, readDatabaseAddress } from './address.ts';
export { databaseFaults } from './database-faults.ts';
export { isLocalHost } from './local-host.ts';
