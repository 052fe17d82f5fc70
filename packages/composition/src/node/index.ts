export { integrityOf } from './integrity.ts';
export { sessionKey, sessionKeyOf } from './session-key.ts';
