import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettingFiles } from './setting-files.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'setting-files-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function file(name: string, text: string | Buffer): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}

test('a setting is what its file holds, without the end of the line', () => {
  const environment = { SECRET_FILE: file('secret', ' a secret with spaces \r\n'), PORT: '3000', EMPTY: '' };
  expect(readSettingFiles(environment, ['SECRET', 'PORT', 'EMPTY'])).toEqual({
    variables: { SECRET: ' a secret with spaces ', PORT: '3000' },
    faults: [],
  });
});

test('a file of what is no setting is left alone', () => {
  const environment = { SSL_CERT_FILE: '/nowhere' };
  expect(readSettingFiles(environment, ['SECRET'])).toEqual({ variables: environment, faults: [] });
});

test('a key of several lines stays whole', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nMC4\n-----END PRIVATE KEY-----';
  expect(readSettingFiles({ KEY_FILE: file('key', `${key}\n`) }, ['KEY']).variables).toEqual({ KEY: key });
});

test('what cannot be used is named, each, and holds nothing of a secret', () => {
  const environment = {
    BOTH: 'x',
    BOTH_FILE: file('both', 'y'),
    AWAY_FILE: join(dir, 'away'),
    FOLDER_FILE: dir,
    HUGE_FILE: file('huge', Buffer.alloc(64 * 1024 + 1, 'x')),
    BARE_FILE: file('bare', '\n'),
  };
  const { variables, faults } = readSettingFiles(environment, ['BOTH', 'AWAY', 'FOLDER', 'HUGE', 'BARE']);
  expect(variables).toEqual({ BOTH: 'x' });
  expect(faults).toEqual([
    'BOTH_FILE: BOTH is set, too; only one of them may be',
    `AWAY_FILE: the file ${join(dir, 'away')} cannot be used (ENOENT)`,
    `FOLDER_FILE: the file ${dir} cannot be used (it is no file)`,
    `HUGE_FILE: the file ${join(dir, 'huge')} cannot be used (it holds more than 64 KB)`,
    `BARE_FILE: the file ${join(dir, 'bare')} cannot be used (it is empty)`,
  ]);
});
