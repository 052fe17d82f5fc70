import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { createInWorkspace, createRepository } from './create-remote.ts';
import { remoteWords } from './remote-words.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');
const words = remoteWords('news-room', 'customer');
const company = { registry: 'https://registry.example/npm/', portal: undefined };

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'create-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const paths = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
const noLine = () => undefined;

const REMOTE = [
  'remote.config.ts',
  'src/news/news.ts',
  'src/news/use-news.ts',
  'src/pages/NewsRoom.module.css',
  'src/pages/NewsRoom.test.tsx',
  'src/pages/NewsRoom.tsx',
  'src/sections/Dates.test.tsx',
  'src/sections/Dates.tsx',
];

test('a repository has all that its remote needs, with every word filled in', async () => {
  const lines: string[] = [];
  const folder = await createRepository(parent, words, company, (line) => lines.push(line));
  expect(folder).toBe(join(parent, 'mfe-news-room'));
  const around = ['.github/workflows/ci.yml', '.gitignore', '.npmrc', 'README.md', 'biome.json', 'jest.config.js'];
  expect(paths(folder)).toEqual([...around, 'package.json', 'tsconfig.json', ...REMOTE].sort());
  for (const path of paths(folder)) expect(readFileSync(join(folder, path), 'utf8')).not.toMatch(/\{\{\w|\w\}\}(?! )/);
  expect(readFileSync(join(folder, '.npmrc'), 'utf8')).toContain('@cytocomm:registry=https://registry.example/npm/\n');
  expect(readFileSync(join(folder, '.github/workflows/ci.yml'), 'utf8')).toMatch(/\$\{\{ secrets\.PORTAL_TOKEN \}\}/);
  expect(lines).toEqual([expect.stringContaining('Whether the name is free could not be asked')]);
  expect(readdirSync(parent)).toEqual(['mfe-news-room']);
});

test('in the workspace it has what other remotes have', () => {
  const folder = createInWorkspace(parent, words);
  expect(paths(folder)).toEqual(['README.md', 'package.json', ...REMOTE].sort());
});

test('an empty folder is taken, one that is not is left as it is', async () => {
  const folder = join(parent, 'mfe-news-room');
  mkdirSync(folder);
  await createRepository(parent, words, company, noLine);
  expect(readdirSync(folder)).toContain('package.json');
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  writeFileSync(join(folder, 'mine'), 'mine');
  await expect(createRepository(parent, words, company, noLine)).rejects.toThrow('is there already and is not empty');
  expect(readdirSync(folder)).toEqual(['mine']);
  expect(readdirSync(parent)).toEqual(['mfe-news-room']);
});

test('a file in its place, or no place to write to, leaves nothing behind', () => {
  writeFileSync(join(parent, 'mfe-news-room'), 'a file');
  expect(() => createInWorkspace(parent, words)).toThrow('is there already');
  expect(() => createInWorkspace(join(parent, 'mfe-news-room'), words)).toThrow('cannot be written: ');
  expect(readdirSync(parent)).toEqual(['mfe-news-room']);
});

const manifestSchema = z.object({
  version: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  overrides: z.record(z.string(), z.string()).default({}),
  allowScripts: z.record(z.string(), z.boolean()).default({}),
});
const read = (path: string) => manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));

test.each(['repository', 'workspace'])('the versions of the template (%s) are those that this checkout has', (part) => {
  const { dependencies, devDependencies } = read(join(import.meta.dirname, '..', 'template', part, 'manifest.json'));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    const installed = read(join(ROOT, 'node_modules', name, 'package.json')).version ?? '';
    const major = `^${installed.split('.')[0]}.0.0`;
    expect([name, version]).toEqual([name, name.startsWith('@cytocomm/') ? major : installed]);
  }
});

test('a repository holds back what this checkout holds back, and allows the same programs to run', () => {
  const repository = read(join(import.meta.dirname, '..', 'template', 'repository', 'manifest.json'));
  const { overrides, allowScripts } = read(join(ROOT, 'package.json'));
  expect(repository).toMatchObject({ overrides, allowScripts });
});
