import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManifestUnusable, manifestFaults, readManifest, releaseFaults } from '@cytocomm/releases';
import { writeManifest } from './build.ts';

const route = { path: '/lab', component: 'Page', title: 'Lab', description: 'What is done', public: true };
const facts = {
  name: 'mfe-lab',
  title: 'Lab',
  version: '1.0.0',
  contract: '^1.0.0',
  entry: 'remote-entry.js',
  shared: { react: '^19.0.0', '@cytocomm/kit': '^1.0.0' },
  components: { Page: { scripts: ['remote-entry.js'], styles: [] }, Block: { styles: [], scripts: [] } },
  contributions: {
    routes: [route],
    links: [{ group: 'company', label: 'Lab', path: '/lab', order: 1 }],
    sections: [{ id: 'lab', component: 'Block', role: 'investor', label: 'Lab', order: 1 }],
    overlays: [],
  },
};

/** The same with the keys of every object in the other order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, reversed(part)]),
  );
}

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'write-manifest-'));
  writeFileSync(join(dir, 'remote-entry.js'), 'var mfe_lab;');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test.each<[string, unknown]>([
  ['as they are documented', facts],
  ['in the other order', reversed(facts)],
])('a manifest of facts %s is one that publish accepts', (_, given) => {
  // As a script without types gives them.
  writeManifest(dir, JSON.parse(JSON.stringify(given)));
  const release = readManifest(dir);
  expect(release.contributions.sections[0]?.alsoFor).toEqual([]);
  expect(releaseFaults(dir, release)).toEqual([]);
  expect(manifestFaults(release, 'mfe-lab')).toEqual([]);
});

test('facts that are wrong are named, and nothing is written', () => {
  const { contributions } = facts;
  const sections = contributions.sections.map((section) => ({ ...section, alsoFor: [] }));
  const links = [{ group: 'company', label: 'Lab', path: '/lab', order: 1 } as const];
  const wrong = {
    ...facts,
    name: 'Lab',
    contributions: { ...contributions, links, sections, routes: [{ ...route, path: 'x' }] },
  };
  expect(() => writeManifest(dir, wrong)).toThrow(ManifestUnusable);
  expect(() => writeManifest(dir, wrong)).toThrow(
    /release\.json cannot be used:.*→ at name.*→ at contributions\.routes\[0\]\.path/s,
  );
  expect(() => readManifest(dir)).toThrow(ManifestUnusable);
});
