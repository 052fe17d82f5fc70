import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityOf } from '@cytocomm/composition/node';
import { describeRelease } from './release-manifest.ts';

const facts = {
  name: 'mfe-a',
  title: 'A',
  version: '1.2.3',
  contract: '^1.0.0',
  entry: 'entry.js',
  shared: {},
  components: {},
  contributions: { routes: [], links: [], sections: [], overlays: [] },
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'manifest-'));
  mkdirSync(join(dir, 'sub'));
  writeFileSync(join(dir, 'entry.js'), 'one');
  writeFileSync(join(dir, 'sub', 'style.css'), 'a{}');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('an integrity value is the base64 sha384 of the content', () => {
  const expected = createHash('sha384').update('one').digest('base64');
  expect(integrityOf(Buffer.from('one'))).toBe(`sha384-${expected}`);
});

test('every file is listed with its size; compressed twins and the manifest itself are not', () => {
  writeFileSync(join(dir, 'entry.js.br'), 'x');
  writeFileSync(join(dir, 'release.json'), '{}');
  const { files, release } = describeRelease(dir, facts);
  expect(files.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['entry.js', 3],
    ['sub/style.css', 3],
  ]);
  expect(release).toMatch(/^1\.2\.3-[0-9a-f]{12}$/);
});

test('the same files and facts give the same release; one byte or one fact changed gives another', () => {
  const first = describeRelease(dir, facts).release;
  expect(describeRelease(dir, facts).release).toBe(first);
  expect(describeRelease(dir, { ...facts, contract: '^1.1.0' }).release).not.toBe(first);
  writeFileSync(join(dir, 'entry.js'), 'onf');
  expect(describeRelease(dir, facts).release).not.toBe(first);
});
