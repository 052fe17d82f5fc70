import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from '../testing/run-script.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'images-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Returns all that a layer of a folder records but the owner, which COPY sets. */
function recordedIn(folder: string): readonly unknown[] {
  const paths = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].toSorted();
  return paths.map((path) => {
    const file = join(folder, path);
    const stats = lstatSync(file);
    const content = stats.isSymbolicLink()
      ? readlinkSync(file)
      : stats.isFile() && createHash('sha256').update(readFileSync(file)).digest('hex');
    return [path, stats.mode, stats.mtimeMs, content];
  });
}

test('what an image holds is the same each time: bytes, times and rights, whatever the umask is', async () => {
  const before = process.umask(0o077);
  try {
    expect(await runScript('image', ['mailbox', join(dir, 'one')], {})).toMatchObject({ code: 0 });
    process.umask(0o002);
    expect(await runScript('image', ['mailbox', join(dir, 'two')], {})).toMatchObject({ code: 0 });
  } finally {
    process.umask(before);
  }
  const one = recordedIn(join(dir, 'one'));
  expect(one.length).toBeGreaterThan(20);
  expect(one.map(String).join('\n')).toContain('sbom.cdx.json');
  expect(recordedIn(join(dir, 'two'))).toEqual(one);
}, 180_000);
