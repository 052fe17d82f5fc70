import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasOwnId, readManifest, releaseFaults } from '@cytocomm/releases';
import { fakeBuild } from '../testing/release-builds.ts';
import { asWorkingCopy } from './publish-builds.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'working-copy-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('has the same files under a prerelease of its own, and an id that follows from them', () => {
  const build = fakeBuild(root, 'mfe-lab', { version: '1.4.0' });
  const { release, distDir } = asWorkingCopy(build);
  expect(release).toMatchObject({ name: 'mfe-lab', version: '1.4.0-dev', files: build.release.files });
  expect(release.release).toMatch(/^1\.4\.0-dev-[0-9a-f]{12}$/);
  expect(hasOwnId(release)).toBe(true);
  expect(readManifest(distDir)).toEqual(release);
  expect(releaseFaults(distDir, readManifest(distDir))).toEqual([]);
  expect(readManifest(build.distDir)).toEqual(build.release);
});

test('is made once, and again where its folder is gone', () => {
  const build = fakeBuild(root, 'mfe-lab');
  const { distDir } = asWorkingCopy(build);
  writeFileSync(join(distDir, 'mark'), '');
  expect(asWorkingCopy(build).distDir).toBe(distDir);
  expect(readdirSync(distDir)).toContain('mark');
  rmSync(distDir, { recursive: true });
  expect(readFileSync(join(asWorkingCopy(build).distDir, 'entry.js'), 'utf8')).toContain('mfe-lab=one;');
  expect(readdirSync(dirname(distDir)).filter((name) => name.endsWith('.draft'))).toEqual([]);
});

test('a draft that a killed process left is no hindrance', () => {
  const build = fakeBuild(root, 'mfe-lab');
  const { distDir } = asWorkingCopy(build);
  rmSync(distDir, { recursive: true });
  writeFileSync(`${distDir}.${process.pid}.draft`, 'half');
  asWorkingCopy(build);
  expect(releaseFaults(distDir, readManifest(distDir))).toEqual([]);
});

test('several processes that make it at once all have it', async () => {
  const build = fakeBuild(root, 'mfe-lab');
  const program = `
    import { asWorkingCopy } from ${JSON.stringify(new URL('publish-builds.ts', import.meta.url).href)};
    process.on('message', (build) => {
      process.send(asWorkingCopy(build).distDir);
      process.disconnect();
    });
    process.send('ready');`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const copies = await Promise.all(
    children.map(async (child) => {
      child.send(build);
      const [distDir] = await once(child, 'message');
      return distDir;
    }),
  );
  expect(new Set(copies).size).toBe(1);
  expect(releaseFaults(copies[0], readManifest(copies[0]))).toEqual([]);
  expect(readdirSync(dirname(copies[0])).filter((name) => name.endsWith('.draft'))).toEqual([]);
});

test('what the gate found is told of the copy', () => {
  const build = fakeBuild(root, 'mfe-lab');
  const message = `mfe-lab ${build.release.release}: 4 files are what release.json says.`;
  const { release, checks } = asWorkingCopy({ ...build, checks: [{ rule: 'files', outcome: 'passed', message }] });
  expect(checks).toEqual([
    { rule: 'files', outcome: 'passed', message: `mfe-lab ${release.release}: 4 files are what release.json says.` },
  ]);
});
