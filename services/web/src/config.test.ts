import { readWebConfig } from './config.ts';

const right = { PUBLIC_URL: 'http://localhost:3000', RELEASES_DIR: '/r', LOCKS_DIR: '/l' };

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
    });
  for (const name of ['PUBLIC_URL', 'PORT', 'RELEASES_DIR', 'LOCKS_DIR', 'REMOTE_ORIGINS', 'LAB_SOFTWARE_URL'])
    expect(wrong).toThrow(name);
});
