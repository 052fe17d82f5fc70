import { ConfigurationError } from '@cytocomm/runtime';
import { readTrialsConfig } from './config.ts';

test.each([
  [undefined, 'is missing'],
  ['http://db.example', 'a mongodb:// address that the driver understands'],
  ['mongodb://trials:se:cret@db.example/portal', 'a mongodb:// address that the driver understands'],
  ['mongodb://trials:secret@db.example/portal?tls=true&foo=1', 'a mongodb:// address that the driver understands'],
  ['mongodb://trials:secret@db.example/portal', 'MONGODB_WITHOUT_TLS=yes'],
])('%s is refused as the database beside what else is wrong, without repeating it', (MONGODB_URI, words) => {
  const wrong = () => readTrialsConfig({ LOG_LEVEL: 'loud', MONGODB_URI });
  expect(wrong).toThrow(ConfigurationError);
  expect(wrong).toThrow('MONGODB_URI: ');
  expect(wrong).toThrow(words);
  expect(wrong).toThrow('LOG_LEVEL: ');
  expect(wrong).not.toThrow(/se:?cret/);
});

test('an address that the driver understands is enough', () => {
  const MONGODB_URI = 'mongodb://trials:word@db.example/portal?tls=true';
  expect(readTrialsConfig({ MONGODB_URI }, () => '/chromium')).toMatchObject({
    MONGODB_URI,
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
  });
});

test('a program of Chromium that is none is told with the others', () => {
  const wrong = () => readTrialsConfig({ CHROMIUM_PATH: '/no/chromium' });
  expect(wrong).toThrow('CHROMIUM_PATH: /no/chromium is no program');
  expect(wrong).toThrow('MONGODB_URI: is missing');
  expect(() => readTrialsConfig({}, () => undefined)).toThrow('CHROMIUM_PATH: there is no Chromium here');
});
