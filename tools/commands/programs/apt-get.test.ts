import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askForPackages } from './system-program.ts';

let dir: string;
const { PATH } = process.env;

/** Puts a program in apt-get's place. */
function stand(script: string): void {
  writeFileSync(join(dir, 'apt-get'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(dir, 'apt-get'), 0o755);
}
const calls = () => readFileSync(join(dir, 'asked'), 'utf8').trim().split('\n');
const noting = () => `echo "$DEBIAN_FRONTEND $*" >> '${join(dir, 'asked')}'`;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'apt-get-'));
  process.env.PATH = `${dir}:${PATH}`;
});
afterEach(() => {
  process.env.PATH = PATH;
  rmSync(dir, { recursive: true });
  jest.restoreAllMocks();
});
const be = (user: number) => jest.spyOn(process, 'getuid').mockReturnValue(user);

test('root gets packages, alone or with what they recommend, and no question', () => {
  be(0);
  stand(noting());
  askForPackages(['one', 'two']);
  askForPackages(['three'], { recommended: true });
  expect(calls()).toEqual([
    'noninteractive update -qq',
    'noninteractive install -y -qq --no-install-recommends one two',
    'noninteractive update -qq',
    'noninteractive install -y -qq three',
  ]);
});

test('other users do not call apt-get, and see no message', () => {
  be(1000);
  stand(`${noting()}; exit 1`);
  const say = jest.fn();
  askForPackages(['one'], { say });
  expect(say).not.toHaveBeenCalled();
  expect(calls).toThrow('ENOENT');
});

test('an apt-get that does not end is ended, and not asked further', () => {
  be(0);
  stand(`${noting()}; exec sleep 600`);
  askForPackages(['one'], { deadlineMs: 500 });
  expect(calls()).toEqual(['noninteractive update -qq']);
});
