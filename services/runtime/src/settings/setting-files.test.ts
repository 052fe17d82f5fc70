import { execFileSync } from 'node:child_process';
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

/** Nothing is ever written into it. */
function pipe(name: string): string {
  const path = join(dir, name);
  execFileSync('mkfifo', [path]);
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
    PIPE_FILE: pipe('pipe'),
    RANDOM_FILE: file('random', Buffer.from('e1b2c3d4f0ff8090a0b0c0d0e0f0fffe', 'hex')),
    WIDE_FILE: file('wide', Buffer.from('a secret', 'utf16le')),
  };
  const names = Object.keys(environment).map((name) => name.replace('_FILE', ''));
  const { variables, faults } = readSettingFiles(environment, [...new Set(names)]);
  expect(variables).toEqual({ BOTH: 'x' });
  expect(faults).toEqual([
    'BOTH_FILE: BOTH is set, too; only one of them may be',
    `AWAY_FILE: the file ${join(dir, 'away')} cannot be used (ENOENT)`,
    `FOLDER_FILE: the file ${dir} cannot be used (it is no file)`,
    `HUGE_FILE: the file ${join(dir, 'huge')} cannot be used (it holds more than 64 KB)`,
    `BARE_FILE: the file ${join(dir, 'bare')} cannot be used (it is empty)`,
    `PIPE_FILE: the file ${join(dir, 'pipe')} cannot be used (it is no file)`,
    `RANDOM_FILE: the file ${join(dir, 'random')} cannot be used (it holds no text in UTF-8)`,
    `WIDE_FILE: the file ${join(dir, 'wide')} cannot be used (it holds no text in UTF-8)`,
  ]);
});
