export { isLocalHost } from '../http/trusted-hosts.ts';
export { type DatabaseAddress, databaseFaults, readDatabaseAddress } from './address.ts';
