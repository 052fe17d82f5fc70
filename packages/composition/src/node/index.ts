export { integrityOf, sessionKey, sessionKeyOf } from './hashes.ts';
