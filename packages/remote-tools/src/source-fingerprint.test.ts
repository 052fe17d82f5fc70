import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceFingerprint } from './workspace-build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sources-'));
  mkdirSync(join(root, 'room', 'src'), { recursive: true });
  writeFileSync(join(root, 'room', 'src', 'a.ts'), 'a');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const fingerprint = () => sourceFingerprint(root, ['room']);

test('content, names and additions change it', () => {
  const seen = new Set([fingerprint()]);
  writeFileSync(join(root, 'room', 'src', 'a.ts'), 'b');
  seen.add(fingerprint());
  renameSync(join(root, 'room', 'src', 'a.ts'), join(root, 'room', 'src', 'c.ts'));
  seen.add(fingerprint());
  writeFileSync(join(root, 'room', 'src', 'd.ts'), '');
  seen.add(fingerprint());
  expect(seen.size).toBe(4);
});

test('tests, build results and installed packages do not', () => {
  const before = fingerprint();
  writeFileSync(join(root, 'room', 'src', 'a.test.ts'), 'test');
  for (const folder of ['dist', 'node_modules', '.portal']) {
    mkdirSync(join(root, 'room', folder));
    writeFileSync(join(root, 'room', folder, 'x.js'), 'x');
  }
  expect(fingerprint()).toBe(before);
});
