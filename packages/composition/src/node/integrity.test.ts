import { integrityOf } from './hashes.ts';

// From `printf one | openssl dgst -sha384 -binary | base64`.
const OF_ONE = 'sha384-Xby+2wDRMaKeBZP5dvK0N5QpOSORmtQnZt6Bf+yCSmJieZ/sjQTLmxfEjo6ukSZY';

test('it is sha384 in base64, of text as UTF-8 and of bytes alike', () => {
  expect(integrityOf('one')).toBe(integrityOf(Buffer.from('one')));
  expect(integrityOf('é')).toBe(integrityOf(Buffer.from([0xc3, 0xa9])));
  expect(integrityOf('one')).toBe(OF_ONE);
});
