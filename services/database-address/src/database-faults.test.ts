import { databaseFaults, readDatabaseAddress } from './index.ts';

test.each([
  [undefined, 0],
  ['no address', 0],
  ['mongodb://127.0.0.1/portal', 0],
  ['mongodb://localhost,[::1]:27018/portal', 0],
  ['mongodb://db.example/portal', 2],
  ['mongodb://localhost,db.example/portal', 2],
  ['mongodb+srv://db.example/portal', 1],
  ['mongodb://me:word@db.example/portal', 1],
  ['mongodb://me:word@db.example/portal?tls=true', 0],
  ['mongodb://me:word@db.example/portal?tls=true&tlsInsecure=true', 1],
  ['mongodb://me:word@db.example/portal?tls=true&tlsAllowInvalidCertificates=true', 1],
  ['mongodb://me:word@db.example/portal?tls=true&tlsAllowInvalidHostnames=true', 1],
  ['mongodb://me@127.0.0.1/portal?tls=true&tlsInsecure=true', 0],
  ['mongodb://localhost.db.example/portal?tls=true', 1],
])('%s has %i faults', (MONGODB_URI, faults) => {
  expect(databaseFaults({ MONGODB_URI })).toHaveLength(faults);
});

test('a setting allows one thing, and only by the word yes', () => {
  const MONGODB_URI = 'mongodb://db.example/portal';
  expect(databaseFaults({ MONGODB_URI, MONGODB_WITHOUT_TLS: 'yes' })).toEqual([expect.stringContaining('a password')]);
  expect(databaseFaults({ MONGODB_URI, MONGODB_WITHOUT_PASSWORD: 'yes' })).toEqual([
    expect.stringContaining('tls=true'),
  ]);
  expect(databaseFaults({ MONGODB_URI, MONGODB_WITHOUT_TLS: 'no' })).toHaveLength(2);
});

test.each([
  ['mongodb://db.example/portal', true],
  ['mongodb://db.example/portal?readPreference=primary', true],
  ['mongodb://db.example/portal?readPreference=primaryPreferred', false],
  ['mongodb://db.example/portal?readPreference=secondary', false],
  ['mongodb://db.example/portal?readPreference=nearest', false],
])('whether %s reads from the primary: %s', (uri, readsPrimary) => {
  expect(readDatabaseAddress(uri)?.readsPrimary).toBe(readsPrimary);
});

test('an address is described without its secrets', () => {
  const { description } = readDatabaseAddress('mongodb://me:word@a.example,b.example:27018/portal') ?? {};
  expect(description).toBe('portal on a.example:27017, b.example:27018');
});
