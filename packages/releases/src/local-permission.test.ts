import { generateKeyPairSync, sign } from 'node:crypto';
import { type LocalPermission, readLocalPermission, signLocalPermission } from './local-permission.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const permission: LocalPermission = {
  remote: 'mfe-news',
  origin: 'http://localhost:4001',
  expiresAt: '2026-01-01T08:00:00.000Z',
  portal: 'https://portal.example',
  person: 'dev@x.example',
  session: 'a-session',
};
const circumstances = {
  portal: 'https://portal.example',
  session: 'a-session',
  now: new Date('2026-01-01T07:59:59.999Z'),
  publicKeys: [publicKey],
};
const read = (value: string, change: object = {}) => readLocalPermission(value, { ...circumstances, ...change });
const value = signLocalPermission(permission, privateKey);

it('counts in its circumstances', () => {
  expect(read(value)).toEqual(permission);
  expect(read(value, { publicKeys: [stranger.publicKey, publicKey] })).toEqual(permission);
});

it('names the backends that the remote may call, as many as the table allows, with the longest names', () => {
  const longest = (index: number) => ({
    audience: `${index}`.padStart(50, 'a'),
    origin: `https://${'x'.repeat(84)}.example`,
  });
  const backends = [longest(1), longest(2), longest(3)];
  const full = { ...permission, backends, remote: `mfe-${'x'.repeat(36)}`, person: 'p'.repeat(320) };
  expect(read(signLocalPermission(full, privateKey))).toEqual(full);
  expect(read(signLocalPermission({ ...full, backends: [...backends, longest(4)] }, privateKey))).toBeUndefined();
});

it.each<[string, object]>([
  ['after its time', { now: new Date(permission.expiresAt) }],
  ['beside another session', { session: 'another' }],
  ['at another portal with the same key', { portal: 'https://staging.example' }],
  ['where another key signs', { publicKeys: [stranger.publicKey] }],
  ['where no key is known', { publicKeys: [] }],
])('does not count %s', (_, change) => {
  expect(read(value, change)).toBeUndefined();
});

it('one altered character makes it worthless, wherever it is', () => {
  // The last character of base64url has bits that no byte has.
  for (let place = 0; place < value.length - 1; place += 1) {
    const other = value[place] === 'A' ? 'B' : 'A';
    expect(read(value.slice(0, place) + other + value.slice(place + 1))).toBeUndefined();
  }
});

it.each([
  '',
  '.',
  'a.b',
  `${value}.`,
  `${value}${value}`,
  'x'.repeat(100_000),
  `${'x'.repeat(3000)}.${'y'.repeat(86)}`,
])('what is none is none: %.20s', (text) => {
  expect(read(text)).toBeUndefined();
});

const signed = (content: unknown, domain = 'cytocomm local remote') => {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${sign(null, Buffer.from(`${domain} ${payload}`), privateKey).toString('base64url')}`;
};

it('a signature of the same key for a lock is none for a permission', () => {
  expect(read(signed(permission))).toEqual(permission);
  expect(read(signed(permission, 'cytocomm lock'))).toBeUndefined();
});

it.each<[string, object]>([
  ['the shell', { remote: 'shell' }],
  ['an origin elsewhere', { origin: 'https://evil.example' }],
  ['a directive in the port', { origin: "http://localhost:1; script-src 'unsafe-inline'" }],
  ['a star for a port', { origin: 'http://localhost:*' }],
  ['a path', { origin: 'http://localhost:4001/x' }],
  ['a name that begins alike', { origin: 'http://localhost.evil.example:4001' }],
  ['somebody before the host', { origin: 'http://localhost:4001@evil.example' }],
  ['a port that is none', { origin: 'http://localhost:65536' }],
  ['a line end', { origin: 'http://localhost:4001\n' }],
  ['one field more', { admin: true }],
  ['a backend that opens the policy', { backends: [{ audience: 'lab', origin: "https://lab.example 'unsafe-eval'" }] }],
  ['a backend anywhere', { backends: [{ audience: 'lab', origin: 'https://*' }] }],
])('with %s it is invalid with any signature', (_, change) => {
  expect(read(signed({ ...permission, ...change }))).toBeUndefined();
});
