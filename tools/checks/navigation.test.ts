import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Release, remoteConfigSchema } from '@cytocomm/contract';
import { claimFaults } from '@cytocomm/releases';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '..', '..');

const load = (path: string): unknown => jest.requireActual(join(ROOT, path));
const config = z.object({ default: remoteConfigSchema });
const frame = z.object({ foldingGroups: z.array(z.object({ label: z.string() })) });

const labels = [
  ...globSync('mfe-*/remote.config.ts', { cwd: ROOT }).flatMap(
    (path) => config.parse(load(path)).default.contributions.links,
  ),
  ...frame.parse(load('shell/src/frame/links.ts')).foldingGroups,
].map(({ label }) => label);

/** Returns a team's release with links of these labels. */
const releaseWith = (...words: readonly string[]): Release => ({
  ...{ name: 'mfe-lab', title: 'Lab', version: '1.0.0', release: '1.0.0-0123456789ab', contract: '^1.5.0' },
  ...{ entry: 'entry.js', shared: {}, components: {}, files: [] },
  contributions: {
    routes: [],
    links: words.map((label) => ({ group: 'company', label, path: '/lab', order: 100 })),
    sections: [],
    overlays: [],
  },
});

test('the labels of the portal’s navigation are found', () => {
  expect(labels).toEqual(expect.arrayContaining(['Home', 'Technology', 'Cell Lines', 'Signed-in devices', 'Privacy']));
});

test.each(labels)('no link of a team may read like the portal’s %s', (label) => {
  const claims = { routes: [], sections: [], roles: [] };
  expect(claimFaults(releaseWith(label), { claims }).map(({ message }) => message)).toEqual([
    expect.stringContaining(`reads like the portal's own ${label}`),
  ]);
});
