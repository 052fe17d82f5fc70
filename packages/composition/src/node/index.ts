export { integrityOf } from './integrity.ts';
