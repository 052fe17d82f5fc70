import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotCreate, ROLES, remoteWords } from '@cytocomm/create-remote';
import { COMMON_ROLES } from '@cytocomm/releases';
import { addRemote } from './add-remote.ts';

const OWNERS =
  '*                     @cytocomm/platform\n/mfe-admin/           @cytocomm/operations\n/services/api/        @cytocomm/backend\n';
const words = remoteWords('research', 'investor');
const news = { name: 'mfe-news', contributions: { routes: [{ path: '/research' }] } };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'workspace-'));
  mkdirSync(join(root, '.github'));
  writeFileSync(join(root, '.github', 'CODEOWNERS'), OWNERS);
  writeFileSync(join(root, 'package-lock.json'), 'before');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('a remote gets its folder, its team after those of the others, and is installed', () => {
  const installed: string[] = [];
  addRemote(root, words, [], (place) => installed.push(read('mfe-research/package.json').slice(0, 1) + place));
  expect(installed).toEqual([`{${root}`]);
  expect(read('.github/CODEOWNERS').split('\n').slice(1, 3)).toEqual([
    '/mfe-admin/           @cytocomm/operations',
    '/mfe-research/        @cytocomm/research',
  ]);
});

test('where it cannot be installed, everything is as it was', () => {
  const fails = () => {
    writeFileSync(join(root, 'package-lock.json'), 'half');
    throw new CannotCreate('npm install failed');
  };
  expect(() => addRemote(root, words, [], fails)).toThrow('npm install failed');
  expect([read('.github/CODEOWNERS'), read('package-lock.json')]).toEqual([OWNERS, 'before']);
  expect(existsSync(join(root, 'mfe-research'))).toBe(false);
});

test('a name that is taken changes nothing', () => {
  expect(() => addRemote(root, words, [news], () => undefined)).toThrow('mfe-news has the page /research already');
  mkdirSync(join(root, 'mfe-research'));
  writeFileSync(join(root, 'mfe-research', 'mine'), '');
  expect(() => addRemote(root, words, [], () => undefined)).toThrow('is there already and is not empty');
  expect(read('.github/CODEOWNERS')).toBe(OWNERS);
});

test('the roles to choose from are those to which the gate lets any remote show a section', () => {
  expect(Object.keys(ROLES).toSorted()).toEqual(COMMON_ROLES.toSorted());
});
