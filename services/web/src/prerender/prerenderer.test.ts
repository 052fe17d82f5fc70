import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import { pino } from 'pino';
import { createPrerenderer } from './prerenderer.ts';

const release = (name: string): LockedRelease => ({
  ...{ name, title: name, version: '1.0.0', release: '1.0.0-0123456789ab', contract: '1.0.0', entry: 'entry.js' },
  ...{ shared: {}, components: {}, files: [], baseUrl: `/releases/${name}/1.0.0-0123456789ab/` },
  contributions: { routes: [], links: [], sections: [], overlays: [] },
});

test('the pages of a release without a server build do not wait for one another', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'no-build-'));
  const times = { waitMs: 1, workMs: 1000, pageMs: 1000 };
  const prerenderer = createPrerenderer(dir, pino({ level: 'silent' }), times);
  const lab = release('mfe-lab');
  const lock: Lock = {
    id: 'a'.repeat(64),
    createdAt: '2026-01-01T00:00:00.000Z',
    shell: release('shell'),
    remotes: [lab],
  };
  for (let page = 1; page <= 8; page += 1) {
    const route = { path: `/lab/${page}`, component: `Page${page}`, title: 'Lab', public: true };
    await expect(prerenderer.render(lock, { release: lab, route })).rejects.toMatchObject({
      reason: 'failed',
      cause: { message: expect.stringContaining('lists no file') },
    });
  }
  prerenderer.end();
  rmSync(dir, { recursive: true });
});
