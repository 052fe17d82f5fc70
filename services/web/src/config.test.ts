import { drainDelayOf, readWebConfig, WebConfigurationError } from './config.ts';

const right = { PUBLIC_URL: 'https://portal.example', RELEASES_DIR: '/r', LOCKS_DIR: '/l' };

test('what is not given has a default', () => {
  expect(readWebConfig(right)).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    REMOTE_ORIGINS: [],
    LAB_SOFTWARE_URL: 'https://lab.cytocomm.example/',
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
      TRUST_PROXY: 'everybody',
      DRAIN_DELAY: 'long',
      LOG_LEVEL: 'loud',
    });
  expect(wrong).toThrow(WebConfigurationError);
  for (const name of ['PUBLIC_URL', 'PORT', 'RELEASES_DIR', 'LOCKS_DIR', 'REMOTE_ORIGINS', 'LAB_SOFTWARE_URL'])
    expect(wrong).toThrow(`${name}: `);
  for (const name of ['OPERATOR_PORT', 'TRUST_PROXY', 'DRAIN_DELAY', 'LOG_LEVEL']) expect(wrong).toThrow(`${name}: `);
  expect(wrong).not.toThrow('\n');
});

test('production, which is the default, wants https', () => {
  const plain = { ...right, PUBLIC_URL: 'http://portal.example' };
  expect(() => readWebConfig(plain)).toThrow('PUBLIC_URL: must be an https address in production');
  expect(readWebConfig({ ...plain, NODE_ENV: 'development' }).PUBLIC_URL).toBe('http://portal.example');
});

test('production says for 5 s that it is about to end, unless told otherwise', () => {
  expect(drainDelayOf(readWebConfig(right))).toBe(5000);
  expect(drainDelayOf(readWebConfig({ ...right, NODE_ENV: 'test' }))).toBe(0);
  expect(drainDelayOf(readWebConfig({ ...right, DRAIN_DELAY: '0.5' }))).toBe(500);
});
