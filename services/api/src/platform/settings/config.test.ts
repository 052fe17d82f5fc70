import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '@cytocomm/runtime';
import { readConfig } from './config.ts';
import { lockPublicKey } from './keys.ts';

const LEAST = {
  NODE_ENV: 'development',
  MONGODB_URI: 'mongodb://127.0.0.1:27017/portal',
  SMTP_URL: 'smtp://127.0.0.1:25',
};
const PRODUCTION = {
  ...LEAST,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.cytocomm.example',
  MAIL_FROM: 'portal@cytocomm.example',
  CONTACT_EMAIL: 'hello@cytocomm.example',
  SESSION_SECRET: 's'.repeat(32),
  TOKEN_SECRET: 't'.repeat(32),
};

function faultsOf(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return '';
}

it('names every wrong and missing variable in one message', () => {
  const message = faultsOf({
    NODE_ENV: 'production',
    PORT: 'http',
    TRUST_PROXY: '10.0.0.0/99',
    MAIL_FROM: 'a@x.example, b@y.example',
    CONTACT_EMAIL: 'a@x.example, b@y.example',
  });
  for (const name of [
    'PORT',
    'MONGODB_URI',
    'SMTP_URL',
    'TRUST_PROXY',
    'MAIL_FROM',
    'CONTACT_EMAIL',
    'SESSION_SECRET',
    'TOKEN_SECRET',
    'PUBLIC_URL',
  ]) {
    expect(message).toContain(`${name}: `);
  }
});

it('takes secrets from files, and names a file that it cannot read beside all else that is wrong', () => {
  const dir = mkdtempSync(join(tmpdir(), 'config-'));
  const path = join(dir, 'session');
  writeFileSync(path, `${'f'.repeat(40)}\n`);
  const { SESSION_SECRET: _, ...others } = PRODUCTION;
  expect(readConfig({ ...others, SESSION_SECRET_FILE: path }).sessionSecrets).toEqual(['f'.repeat(40)]);
  const message = faultsOf({
    ...PRODUCTION,
    SESSION_SECRET_FILE: path,
    TOKEN_SECRET: '',
    TOKEN_SECRET_FILE: dir,
    PORT: 'x',
  });
  expect(message).toContain('SESSION_SECRET_FILE: SESSION_SECRET is set, too');
  expect(message).toContain('TOKEN_SECRET_FILE: the file');
  expect(message).toContain('PORT: a port number');
  rmSync(dir, { recursive: true });
});

it.each([
  ['MAX_UPLOAD_MB', '0.0000001'],
  ['MAX_UPLOAD_MB', '0'],
  ['MAX_PICTURES_MB', '-1'],
  ['TOKEN_SECRET', ' '.repeat(40)],
  ['TOKEN_SECRET', `${' '.repeat(31)}x`],
  ['AUDIT_SECRET', `${'a'.repeat(32)},${' '.repeat(32)}`],
  ['PUBLIC_URL', 'https://portal.example;x'],
  ['PUBLIC_URL', 'https://:word@portal.example'],
])('refuses %s=%j', (name, value) => {
  expect(faultsOf({ ...LEAST, [name]: value })).toContain(`${name}: `);
});

it('takes an empty variable for none', () => {
  expect(faultsOf({ ...LEAST, MONGODB_URI: '' })).toContain('MONGODB_URI: is missing');
});

it.each([
  [
    'a secret that everybody knows',
    { SESSION_SECRET: 'for-development-only-and-refused-in-production' },
    'SESSION_SECRET',
  ],
  ['no secret', { TOKEN_SECRET: undefined }, 'TOKEN_SECRET'],
  ['a short secret', { TOKEN_SECRET: 'short' }, 'TOKEN_SECRET'],
  ['one secret for two things', { TOKEN_SECRET: PRODUCTION.SESSION_SECRET }, 'TOKEN_SECRET'],
  ['a public address without https', { PUBLIC_URL: 'http://portal.cytocomm.example' }, 'PUBLIC_URL'],
  ['no public address', { PUBLIC_URL: undefined }, 'PUBLIC_URL'],
  ['no sender', { MAIL_FROM: undefined }, 'MAIL_FROM'],
  ['no reader of the mails of the contact form', { CONTACT_EMAIL: undefined }, 'CONTACT_EMAIL'],
])('refuses %s in production', (_what, change, name) => {
  expect(faultsOf(PRODUCTION)).toBe('');
  expect(faultsOf({ ...PRODUCTION, ...change })).toContain(`${name}: `);
  // A forgotten or misspelt NODE_ENV is production, too.
  for (const NODE_ENV of [undefined, 'prod'])
    expect(faultsOf({ ...PRODUCTION, NODE_ENV, ...change })).toContain(`${name}: `);
});

it.each(['https://portal.example', 'http://192.168.1.7:3000', 'http://localhost.example', 'http://127.0.0.1.example'])(
  'refuses the secrets of development under the public address %s',
  (address) => {
    const { SESSION_SECRET, TOKEN_SECRET } = PRODUCTION;
    const development = { ...LEAST, PUBLIC_URL: address };
    for (const name of ['SESSION_SECRET', 'TOKEN_SECRET']) expect(faultsOf(development)).toContain(`${name}: `);
    expect(faultsOf({ ...development, SESSION_SECRET, TOKEN_SECRET: SESSION_SECRET })).toContain('TOKEN_SECRET: ');
    expect(faultsOf({ ...development, SESSION_SECRET, TOKEN_SECRET })).toBe('');
  },
);

describe('a database on another machine', () => {
  const TLS = 'MONGODB_WITHOUT_TLS=yes';
  const PASSWORD = 'MONGODB_WITHOUT_PASSWORD=yes';
  it.each([
    ['mongodb://db.example/portal', [TLS, PASSWORD]],
    ['mongodb://127.0.0.1,db.example/portal', [TLS, PASSWORD]],
    ['mongodb://ada:secret@db.example/portal', [TLS]],
    ['mongodb://db.example/portal?tls=true', [PASSWORD]],
    ['mongodb+srv://db.example/portal', [PASSWORD]],
    ['mongodb+srv://ada:secret@db.example/portal?tls=false', [TLS]],
  ])('%s needs what is missing to be allowed by name', (uri, missing) => {
    const faults = faultsOf({ ...LEAST, MONGODB_URI: uri });
    for (const way of [TLS, PASSWORD]) expect([way, faults.includes(way)]).toEqual([way, missing.includes(way)]);
    expect(faults).not.toContain('secret');
    const allowed = { MONGODB_WITHOUT_TLS: 'yes', MONGODB_WITHOUT_PASSWORD: 'yes' };
    expect(faultsOf({ ...LEAST, MONGODB_URI: uri, ...allowed })).toBe('');
    for (const name of Object.keys(allowed))
      expect(faultsOf({ ...LEAST, MONGODB_URI: uri, ...allowed, [name]: 'true' })).toContain(`${name}: `);
  });
});

it.each(['mongodb://', 'mongodb://ada:se:cret@db/', 'mongodb://db/?noSuchOption=secret', 'http://db', 'smtp://x'])(
  'refuses %s as the database, without repeating it',
  (uri) => {
    const faults = faultsOf({ ...LEAST, MONGODB_URI: uri });
    expect(faults).toContain('MONGODB_URI: ');
    expect(faults).not.toMatch(/se:?cret/);
  },
);

it('reads its own writes, also against the address of the database', () => {
  const local = 'mongodb://127.0.0.1/portal?readPreference';
  for (const mode of ['secondary', 'secondaryPreferred', 'nearest', 'primaryPreferred'])
    expect(faultsOf({ ...LEAST, MONGODB_URI: `${local}=${mode}` })).toContain(
      'MONGODB_URI: readPreference must be primary',
    );
  expect(faultsOf({ ...LEAST, MONGODB_URI: `${local}=primary` })).toBe('');
});

describe('the mail server', () => {
  const smtpUrlOf = (url: string, more = {}) => readConfig({ ...LEAST, SMTP_URL: url, ...more }).smtpUrl;
  it.each(['smtp://mail.example:587', 'smtp://ada:secret@mail.example?requireTLS=false', 'smtp://10.0.0.1'])(
    'on another machine must offer TLS: %s',
    (url) => {
      expect(new URL(smtpUrlOf(url)).searchParams.getAll('requireTLS')).toEqual(['true']);
      expect(smtpUrlOf(url, { SMTP_WITHOUT_TLS: 'yes' })).toBe(url);
    },
  );

  it.each(['smtp://mail.example', 'smtps://mail.example'])('on another machine shows a certificate: %s', (url) => {
    for (const value of ['false', '0', 'true'])
      expect(faultsOf({ ...LEAST, SMTP_URL: `${url}?tls.rejectUnauthorized=${value}` })).toContain(
        'SMTP_URL: the certificate',
      );
    const unchecked = { SMTP_URL: `${url}?tls.rejectUnauthorized=false`, SMTP_WITHOUT_TLS: 'yes' };
    expect(faultsOf({ ...LEAST, ...unchecked })).toBe('');
    expect(faultsOf({ ...LEAST, SMTP_URL: 'smtps://127.0.0.1?tls.rejectUnauthorized=false' })).toBe('');
  });

  it.each(['smtp://', 'mail.example', 'smtp://:25', 'http://mail.example'])('is not %s', (url) => {
    expect(faultsOf({ ...LEAST, SMTP_URL: url })).toContain('SMTP_URL: ');
  });
});

it.each(['http://x.example/path', 'ftp://x.example', 'x.example'])('refuses %s as the public address', (address) => {
  expect(faultsOf({ ...LEAST, PUBLIC_URL: address })).toContain('PUBLIC_URL: ');
});

describe('SESSION_SECRET_PREVIOUS and TOKEN_SECRET_PREVIOUS', () => {
  const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
  const { SESSION_SECRET, TOKEN_SECRET } = PRODUCTION;

  it('stand behind the secrets that are used', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ sessionSecrets: [SESSION_SECRET], tokenSecrets: [TOKEN_SECRET] });
    const config = readConfig({ ...PRODUCTION, SESSION_SECRET_PREVIOUS: one, TOKEN_SECRET_PREVIOUS: two });
    expect(config).toMatchObject({ sessionSecrets: [SESSION_SECRET, one], tokenSecrets: [TOKEN_SECRET, two] });
    expect(config).toMatchObject({ auditSecrets: [TOKEN_SECRET, TOKEN_SECRET, two] });
  });

  it.each([
    ['short', { TOKEN_SECRET_PREVIOUS: 'short' }],
    ['that of development', { TOKEN_SECRET_PREVIOUS: 'for-development-only-and-refused-in-production' }],
    ['one for two things', { TOKEN_SECRET_PREVIOUS: one, SESSION_SECRET_PREVIOUS: one }],
    ['the present one of the other', { TOKEN_SECRET_PREVIOUS: SESSION_SECRET }],
  ])('are refused when one is %s', (_what, secrets) => {
    expect(faultsOf({ ...PRODUCTION, ...secrets })).toContain('TOKEN_SECRET');
  });
});

describe('AUDIT_SECRET', () => {
  const development = { NODE_ENV: 'test', MONGODB_URI: 'mongodb://localhost/x', SMTP_URL: 'smtp://localhost:25' };
  const [token, seal, earlier] = ['t'.repeat(32), 's'.repeat(32), 'e'.repeat(32)];

  it('is the token secret unless it is set; the token secret goes on proving what it has sealed', () => {
    expect(readConfig({ ...development, TOKEN_SECRET: token }).auditSecrets).toEqual([token, token]);
    const config = readConfig({ ...development, TOKEN_SECRET: token, AUDIT_SECRET: `${seal}, ${earlier}` });
    expect(config.auditSecrets).toEqual([seal, earlier, token]);
  });
});

describe('the key that signs locks', () => {
  const privateKey = generateKeyPairSync('ed25519').privateKey;
  const inBase64 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

  it('is the same as PEM and in base64, and its public part is what web processes take', () => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
    for (const LOCK_SIGNING_KEY of [pem, inBase64])
      expect(lockPublicKey(readConfig({ ...PRODUCTION, LOCK_SIGNING_KEY }))).toBe(publicKey);
    const earlier = readConfig({
      ...PRODUCTION,
      LOCK_SIGNING_KEY: inBase64,
      LOCK_PUBLIC_KEYS: `${publicKey}, ${publicKey}`,
    });
    expect(earlier.lockPublicKeys).toHaveLength(3);
  });

  it('follows from the secret of tokens, but not in production', () => {
    expect(lockPublicKey(readConfig(LEAST))).toBe(lockPublicKey(readConfig(LEAST)));
    expect(lockPublicKey(readConfig({ ...LEAST, TOKEN_SECRET: 'x'.repeat(32) }))).not.toBe(
      lockPublicKey(readConfig(LEAST)),
    );
    expect(readConfig(PRODUCTION).lockSigningKey).toBeUndefined();
  });

  it.each(['x', generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')])(
    'is refused when it is none: %s',
    (text) => {
      expect(faultsOf({ ...PRODUCTION, LOCK_SIGNING_KEY: text })).toContain('LOCK_SIGNING_KEY: an Ed25519 private key');
      expect(faultsOf({ ...PRODUCTION, LOCK_PUBLIC_KEYS: text })).toContain('LOCK_PUBLIC_KEYS: Ed25519 public keys');
    },
  );
});
