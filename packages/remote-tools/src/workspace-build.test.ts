import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeBuild } from './testing/written-remote.ts';
import { currentBuild, sourceFingerprint } from './workspace-build.ts';

// What a remote bundles, and what builds it; by the file in it that a test changes.
const SOURCES = {
  'mfe-lab': 'src/Page.tsx',
  'packages/contract': 'src/index.ts',
  'packages/composition': 'src/index.ts',
  'packages/http': 'src/index.ts',
  'packages/kit/src/html': 'index.ts',
  'packages/releases': 'src/index.ts',
  'packages/remote-tools': 'src/index.ts',
  'package-lock.json': '',
};

test.each(Object.entries(SOURCES))('a build of a remote counts until %s changes', (changed, file) => {
  const root = mkdtempSync(join(tmpdir(), 'workspace-build-'));
  for (const source of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(root, ...source)), { recursive: true });
    writeFileSync(join(root, ...source), '');
  }
  const dist = join(root, 'mfe-lab', 'dist');
  const { release } = writeBuild(join(dist, 'draft'), { name: 'mfe-lab', pages: {} });
  writeBuild(join(dist, release), { name: 'mfe-lab', pages: {} });
  const fingerprint = `production ${sourceFingerprint(root, Object.keys(SOURCES))}`;
  writeFileSync(join(dist, 'latest.json'), JSON.stringify({ release, fingerprint }));

  const current = () => currentBuild(join(root, 'mfe-lab'), 'production')?.release.release;
  expect(current()).toBe(release);
  appendFileSync(join(root, changed, file), '// changed');
  expect(current()).toBeUndefined();
  rmSync(root, { recursive: true });
});
