import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../commands/workspaces.ts';

const PROGRAM = join(ROOT, 'node_modules', '.bin', 'secretlint');
const CONFIGURATION = join(ROOT, '.secretlintrc.json');

function secretlint(...args: readonly string[]) {
  const options = ['--secretlintrc', CONFIGURATION, '--no-color', ...args];
  const { status, stdout, stderr } = spawnSync(PROGRAM, options, { cwd: ROOT, encoding: 'utf8', timeout: 60_000 });
  return { status, said: stdout + stderr };
}

test('no file of the checkout holds a key, a token or a password of somebody', () => {
  expect(
    secretlint('--secretlintignore', join(ROOT, '.gitignore'), '**/*', '**/.*', '.{changeset,ci,github}/**/*'),
  ).toEqual({ status: 0, said: '' });
});

// In halves, so that this file holds none.
const PLANTED = [
  ['a key of AWS', `aws_secret_access_key = ${'wJalrXUtnFEMI/K7MDENG/'}${'bPxRfiCYzzzzzzzKEY'}`],
  [
    'a private key',
    `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${'MIIEowIBAAKCAQEA'.repeat(12)}\n-----END RSA PRIVATE KEY-----`,
  ],
  ['a token of GitHub', `token: ghp_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}`],
  ['a token of npm', `//registry.npmjs.org/:_authToken=npm_${'a1B2'.repeat(9)}`],
  ['the password of a database', `mongodb://portal:${'h0rse-battery'}@db.internal.company:27017/portal`],
] as const;

test.each(PLANTED)('%s is found, and not quoted', (_, text) => {
  const dir = mkdtempSync(join(tmpdir(), 'secrets-'));
  const file = join(dir, 'settings.txt');
  try {
    writeFileSync(file, `${text}\n`);
    const { status, said } = secretlint('--no-glob', file);
    expect(status).toBe(1);
    expect(said).toContain('settings.txt');
    expect(said).not.toContain(text.slice(-20));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
