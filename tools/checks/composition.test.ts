import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  DEADLINES,
  FEDERATION_MANIFEST,
  LOCK_ELEMENT_ID,
  PAGE_DATA_ELEMENT_ID,
  SERVER_BUNDLE,
} from '@cytocomm/composition';

const ROOT = resolve(import.meta.dirname, '..', '..');
const OWNER = 'packages/composition/';

const sources = globSync('{shell,mfe-*,packages/*,services/*,tools/*,system,bench}/**/*.{ts,tsx,js}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist', '**/assets', '**/testing/**'],
}).filter((path) => !path.includes('.test.') && !path.startsWith(OWNER));

/** Files that write a text between quotes of any kind, or as the value of an attribute. */
function filesWith(text: string): string[] {
  return sources.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes(text));
}

test('sources are found', () => {
  expect(sources).toEqual(expect.arrayContaining(['services/web/src/document.ts', 'shell/src/main.tsx']));
});

test.each([LOCK_ELEMENT_ID, PAGE_DATA_ELEMENT_ID, SERVER_BUNDLE, FEDERATION_MANIFEST, "replaceAll('-', '_')"])(
  '%s is written in packages/composition only',
  (text) => {
    expect(filesWith(text)).toEqual([]);
  },
);

test('the integrity of a file is made in packages/composition only', () => {
  expect(filesWith("createHash('sha384')")).toEqual([]);
});

test('no deadline of a page load is written a second time', () => {
  const inShell = sources.filter((path) => /^(shell\/src\/composition|packages\/remote-tools\/src)\//.test(path));
  const numbers = new RegExp(`\\b(${Object.values(DEADLINES).join('|')})\\b`);
  expect(inShell.filter((path) => numbers.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});
