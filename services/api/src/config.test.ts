import { ConfigurationError, readConfig } from './config.ts';

const LEAST = { MONGODB_URI: 'mongodb://127.0.0.1:27017/portal', SMTP_URL: 'smtp://127.0.0.1:25' };
const PRODUCTION = {
  ...LEAST,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.cytocomm.example',
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

it('needs the database and the mail server, and has a default for everything else', () => {
  expect(readConfig(LEAST)).toMatchObject({
    environment: 'development',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    trustProxy: [],
    maxUploadBytes: 100 * 1024 * 1024,
    ...{ mongodbUri: LEAST.MONGODB_URI, smtpUrl: LEAST.SMTP_URL },
  });
});

it('names every wrong and missing variable in one message', () => {
  const message = faultsOf({
    NODE_ENV: 'production',
    PORT: 'http',
    TRUST_PROXY: '10.0.0.0/99',
    MAIL_FROM: 'a@x.example, b@y.example',
  });
  for (const name of [
    'PORT',
    'MONGODB_URI',
    'SMTP_URL',
    'TRUST_PROXY',
    'MAIL_FROM',
    'SESSION_SECRET',
    'TOKEN_SECRET',
    'PUBLIC_URL',
  ]) {
    expect(message).toContain(`${name}: `);
  }
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
])('refuses %s in production', (_what, change, name) => {
  expect(faultsOf(PRODUCTION)).toBe('');
  expect(faultsOf({ ...PRODUCTION, ...change })).toContain(`${name}: `);
});

it.each(['http://x.example/path', 'ftp://x.example', 'x.example'])('refuses %s as the public address', (address) => {
  expect(faultsOf({ ...LEAST, PUBLIC_URL: address })).toContain('PUBLIC_URL: ');
});

it('drops the slash at the end of the public address', () => {
  expect(readConfig({ ...LEAST, PUBLIC_URL: 'http://localhost:3000/' }).publicUrl).toBe('http://localhost:3000');
});

it('reads proxies by name, address and range', () => {
  expect(readConfig({ ...LEAST, TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy).toEqual([
    'loopback',
    '10.0.0.0/8',
    '::1',
  ]);
});
