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

const LOCAL = 'mongodb://127.0.0.1/portal?replicaSet=rs0';
test.each([
  ['w=0', 'w must be majority'],
  ['w=1', 'w must be majority'],
  ['w=2', 'w must be majority'],
  ['W=0', 'w must be majority'],
  ['journal=false', 'journal must be true'],
  ['w=majority&journal=false', 'journal must be true'],
  ['j=false', 'j must be true'],
  ['retryWrites=false', 'retryWrites must be true'],
  ['retryReads=false', 'retryReads must be true'],
  ['readConcernLevel=available', 'readConcernLevel must be local'],
  ['readConcernLevel=majority', 'readConcernLevel must be local'],
  ['readPreference=secondary', 'readPreference must be primary'],
  ['readPreference=primaryPreferred', 'readPreference must be primary'],
  ['readPreference=nearest', 'readPreference must be primary'],
])('an address with %s is refused: %s', (option, words) => {
  expect(databaseFaults({ MONGODB_URI: `${LOCAL}&${option}` })).toEqual([
    expect.stringContaining(`MONGODB_URI: ${words}`),
  ]);
});

test.each([
  '',
  '&w=majority&journal=true&retryWrites=true&retryReads=true',
  '&readPreference=primary&readConcernLevel=local',
  '&maxPoolSize=1&serverSelectionTimeoutMS=100&appName=portal&compressors=zlib',
])('an address may say what holds anyway, and what has no say in it: %s', (options) => {
  expect(databaseFaults({ MONGODB_URI: LOCAL + options })).toEqual([]);
});

test.each([
  ['mongodb://127.0.0.1', 'names no database'],
  ['mongodb://127.0.0.1/', 'names no database'],
  ['mongodb://127.0.0.1/?replicaSet=rs0', 'names no database'],
  ['mongodb+srv://db.example/?tls=true', 'names no database'],
  ['mongodb://127.0.0.1/admin', "the database admin is the server's own"],
  ['mongodb://127.0.0.1/Local', "the database Local is the server's own"],
  ['mongodb://127.0.0.1/config', "the database config is the server's own"],
])('%s: %s', (MONGODB_URI, words) => {
  expect(databaseFaults({ MONGODB_URI, MONGODB_WITHOUT_PASSWORD: 'yes' })).toEqual([
    expect.stringContaining(`MONGODB_URI: ${words}`),
  ]);
});

test('what is refused is named once each, without a secret of the address', () => {
  const [options, name, ...rest] = databaseFaults({
    MONGODB_URI: 'mongodb://127.0.0.1/?tls=true&tlsCertificateKeyFilePassword=word&w=0',
  });
  expect(rest).toEqual([]);
  expect(`${options} ${name}`).not.toContain('word');
});

test('an address is described without its secrets', () => {
  const { description } = readDatabaseAddress('mongodb://me:word@a.example,b.example:27018/portal') ?? {};
  expect(description).toBe('portal on a.example:27017, b.example:27018');
});
