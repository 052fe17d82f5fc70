import { generateKeyPairSync } from 'node:crypto';
import { ConfigurationError } from '@cytocomm/runtime';
import { drainDelayOf, readWebConfig } from './config.ts';

const right = { PUBLIC_URL: 'https://portal.example', RELEASES_DIR: '/r', LOCKS_DIR: '/l' };

test('what is not given has a default', () => {
  expect(readWebConfig(right)).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    REMOTE_ORIGINS: [],
    LAB_SOFTWARE_URL: 'https://lab.cytocomm.example/',
    STALE_TAB_MINUTES: 60,
    NODE_ENV: 'production',
  });
});

test('every wrong or missing variable is named at once', () => {
  const wrong = () =>
    readWebConfig({
      PUBLIC_URL: 'javascript:alert(1)',
      PORT: 'x',
      REMOTE_ORIGINS: 'https://cdn.example, ftp://b',
      LAB_SOFTWARE_URL: 'javascript:alert(1)',
      OPERATOR_PORT: '99999',
      MONGODB_URI: 'http://db.example',
      LOCK_PUBLIC_KEYS: 'none',
      TRUST_PROXY: 'everybody',
      DRAIN_DELAY: 'long',
      LOG_LEVEL: 'loud',
      STALE_TAB_MINUTES: '20000',
    });
  expect(wrong).toThrow(ConfigurationError);
  for (const name of ['PUBLIC_URL', 'PORT', 'RELEASES_DIR', 'LOCKS_DIR', 'REMOTE_ORIGINS', 'LAB_SOFTWARE_URL'])
    expect(wrong).toThrow(`${name}: `);
  for (const name of ['OPERATOR_PORT', 'TRUST_PROXY', 'DRAIN_DELAY', 'LOG_LEVEL', 'MONGODB_URI', 'LOCK_PUBLIC_KEYS'])
    expect(wrong).toThrow(`${name}: `);
  expect(wrong).toThrow('STALE_TAB_MINUTES: ');
  expect(wrong).not.toThrow('\n');
});

test.each([
  ['cdn.example', 'an http or https address'],
  ['//cdn.example', 'an http or https address'],
  ['ftp://cdn.example', 'an http or https address'],
  ['https://', 'an http or https address'],
  ['javascript:alert(1)', 'an http or https address'],
  ['https://cdn.example/?a=1', 'without a query'],
  ['https://cdn.example/#a', 'without a query'],
  ['https://name:secret@cdn.example', 'a password'],
  ["https://cdn.example/;script-src 'unsafe-inline'", 'without a query'],
  ['http://cdn.example', 'must be an https address, as PUBLIC_URL is'],
])('with RELEASE_BASE_URL=%s the service does not start', (address, words) => {
  const wrong = () => readWebConfig({ ...right, RELEASE_BASE_URL: address });
  expect(wrong).toThrow(ConfigurationError);
  expect(wrong).toThrow(words);
});

test('a place for release files may have a path, and http where the portal has it', () => {
  const path = { ...right, RELEASE_BASE_URL: 'https://cdn.example/portal/' };
  expect(readWebConfig(path).RELEASE_BASE_URL).toBe('https://cdn.example/portal/');
  const plain = {
    ...right,
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost:1',
    RELEASE_BASE_URL: 'http://localhost:2',
  };
  expect(readWebConfig(plain).RELEASE_BASE_URL).toBe('http://localhost:2');
});

test('production, which is the default and what a misspelt NODE_ENV is taken for, wants https', () => {
  const plain = { ...right, PUBLIC_URL: 'http://portal.example' };
  expect(() => readWebConfig(plain)).toThrow('PUBLIC_URL: must be an https address in production');
  expect(() => readWebConfig({ ...plain, NODE_ENV: 'prod' })).toThrow(
    'PUBLIC_URL: must be an https address in production',
  );
  expect(readWebConfig({ ...plain, NODE_ENV: 'development' }).PUBLIC_URL).toBe('http://portal.example');
});

test('production says for 5 s that it is about to end, unless told otherwise', () => {
  expect(drainDelayOf(readWebConfig(right))).toBe(5000);
  expect(drainDelayOf(readWebConfig({ ...right, NODE_ENV: 'test' }))).toBe(0);
  expect(drainDelayOf(readWebConfig({ ...right, DRAIN_DELAY: '0.5' }))).toBe(500);
});

const publicKey = (type: 'ed25519' | 'x25519') =>
  // One call a type: the overloads know no union.
  (type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')).publicKey
    .export({ format: 'der', type: 'spki' })
    .toString('base64');

test.each([
  'http://db.example',
  'mongodb://',
  'mongodb://web:se:cret@db.example/portal',
  'mongodb://web:secret@db.example/portal?tls=true&foo=1',
])('%s is refused as the database beside what else is wrong, without repeating it', (MONGODB_URI) => {
  const wrong = () => readWebConfig({ ...right, PORT: 'x', MONGODB_URI });
  expect(wrong).toThrow('MONGODB_URI: a mongodb:// address that the driver understands');
  expect(wrong).toThrow('PORT: a port number');
  expect(wrong).not.toThrow(/se:?cret/);
});

test('production follows a database only with the keys of those who sign locks', () => {
  const following = { ...right, MONGODB_URI: 'mongodb://web:word@db.example/portal?tls=true' };
  expect(() => readWebConfig(following)).toThrow('LOCK_PUBLIC_KEYS: is required in production');
  expect(readWebConfig({ ...following, NODE_ENV: 'test' }).LOCK_PUBLIC_KEYS).toEqual([]);
  const LOCK_PUBLIC_KEYS = `${publicKey('ed25519')}, ${publicKey('ed25519')}`;
  expect(readWebConfig({ ...following, LOCK_PUBLIC_KEYS }).LOCK_PUBLIC_KEYS).toHaveLength(2);
  const another = `${LOCK_PUBLIC_KEYS},${publicKey('x25519')}`;
  expect(() => readWebConfig({ ...following, LOCK_PUBLIC_KEYS: another })).toThrow('LOCK_PUBLIC_KEYS: Ed25519');
});

test.each([' , ', ',', ' ', '\n', 'KEY,', ',KEY'])(
  'no LOCK_PUBLIC_KEYS of nothing (%j) turns the check of signatures off',
  (list) => {
    const LOCK_PUBLIC_KEYS = list.replace('KEY', publicKey('ed25519'));
    const following = { ...right, MONGODB_URI: 'mongodb://web:word@db.example/portal?tls=true' };
    expect(() => readWebConfig({ ...following, LOCK_PUBLIC_KEYS })).toThrow('LOCK_PUBLIC_KEYS: ');
    expect(() => readWebConfig({ ...following, NODE_ENV: 'test', LOCK_PUBLIC_KEYS })).toThrow('LOCK_PUBLIC_KEYS: ');
  },
);

test.each([
  'https://a.example/x y;script-src *',
  'https://a.example/path',
  'https://a.example;script-src',
  'https://*',
  'https://name:word@a.example',
  'https://:word@a.example',
  'https://a.example/?q',
])('REMOTE_ORIGINS=%s is refused, as it would stand in a header', (REMOTE_ORIGINS) => {
  expect(() => readWebConfig({ ...right, REMOTE_ORIGINS })).toThrow('REMOTE_ORIGINS: origins as https://cdn.example');
});

test('origins of remotes have the spelling of headers', () => {
  const REMOTE_ORIGINS = 'https://CDN.example/, http://[::1]:80, https://ä.example:444';
  expect(readWebConfig({ ...right, REMOTE_ORIGINS }).REMOTE_ORIGINS).toEqual([
    'https://cdn.example',
    'http://[::1]',
    'https://xn--4ca.example:444',
  ]);
});

describe('a database on another machine', () => {
  const signed = { ...right, LOCK_PUBLIC_KEYS: publicKey('ed25519') };
  const [TLS, PASSWORD] = ['MONGODB_WITHOUT_TLS=yes', 'MONGODB_WITHOUT_PASSWORD=yes'];
  test.each([
    ['mongodb://db.example/portal', [TLS, PASSWORD]],
    ['mongodb://web:word@db.example/portal', [TLS]],
    ['mongodb://127.0.0.1,db.example/portal?tls=true', [PASSWORD]],
    ['mongodb+srv://db.example/portal', [PASSWORD]],
    ['mongodb://web:word@db.example/portal?tls=true', []],
    ['mongodb://127.0.0.1/portal', []],
  ])('%s wants what the API wants of it: %j', (MONGODB_URI, wanted) => {
    let message = '';
    try {
      readWebConfig({ ...signed, MONGODB_URI });
    } catch (error) {
      message = String(error);
    }
    expect([TLS, PASSWORD].filter((name) => message.includes(name))).toEqual(wanted);
    expect(message).not.toContain('word@');
  });

  test('may lack it where that is said', () => {
    const allowed = { MONGODB_WITHOUT_TLS: 'yes', MONGODB_WITHOUT_PASSWORD: 'yes' };
    const MONGODB_URI = 'mongodb://db.example/portal';
    expect(readWebConfig({ ...signed, MONGODB_URI, ...allowed }).MONGODB_URI).toBe(MONGODB_URI);
    expect(() => readWebConfig({ ...signed, MONGODB_URI, ...allowed, MONGODB_WITHOUT_TLS: 'true' })).toThrow(TLS);
  });
});
