import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_BUNDLE, SERVER_FOLDER } from '@cytocomm/composition';
import type { Release } from '@cytocomm/contract';
import { describeRelease, readManifest } from '@cytocomm/releases';
import type { WorkspaceBuild } from '@cytocomm/remote-tools';

/** What a test changes of a build. */
export interface BuildChange {
  readonly version?: string;
  /** What the release is told by: each of its files says it. */
  readonly content?: string;
  readonly contract?: string;
  /** An address of the API whose answer the page is made from. */
  readonly list?: string;
}

const NOTHING: Release['contributions'] = { routes: [], links: [], sections: [], overlays: [] };

function container(name: string, content: string): string {
  const own = name.replaceAll('-', '_');
  return `/* ${name}=${content}; */var ${own};(()=>{"use strict";${own}={get(){},init(){}}})();`;
}

function serverBundle(name: string, content: string): string {
  return name === 'shell'
    ? `module.exports = { shared: { react: { version: '19' } }, render: async ({ component }) => component() };`
    : `module.exports = { Page: () => '<p>${name}=${content};</p>' };`;
}

/** Writes what a build of a workspace leaves, small and without webpack; a remote `mfe-NAME` has the page `/NAME`. */
export function fakeBuild(
  root: string,
  name: string,
  { version = '1.0.0', content = 'one', contract = name === 'shell' ? '1.3.0' : '^1.0.0', list }: BuildChange = {},
): WorkspaceBuild {
  const distDir = mkdtempSync(join(root, `${name}-`));
  const isShell = name === 'shell';
  mkdirSync(join(distDir, SERVER_FOLDER));
  writeFileSync(join(distDir, 'entry.js'), container(name, content));
  writeFileSync(join(distDir, 'Page.js'), `"use strict";/* ${name}=${content}; */`);
  writeFileSync(join(distDir, SERVER_FOLDER, SERVER_BUNDLE), serverBundle(name, content));
  const route = {
    path: `/${name.replace('mfe-', '')}`,
    component: 'Page',
    title: name,
    public: true,
    ...(list && { data: { list } }),
  };
  const release = describeRelease(distDir, {
    name,
    title: name,
    version,
    contract,
    entry: 'entry.js',
    shared: {},
    components: { [isShell ? 'Main' : 'Page']: { scripts: ['Page.js'], styles: [] } },
    contributions: isShell ? NOTHING : { ...NOTHING, routes: [route] },
  });
  writeFileSync(join(distDir, 'release.json'), JSON.stringify(release));
  return { release: readManifest(distDir), distDir, checks: [] };
}
