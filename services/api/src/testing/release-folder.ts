import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Release } from '@cytocomm/contract';
import { describeRelease } from '@cytocomm/releases';
import { type Header, pack } from 'tar-stream';

/** Files of a release by path. */
export type Files = Readonly<Record<string, string>>;

/** What a test changes of a release. */
export interface ReleaseChange {
  readonly name?: string;
  readonly version?: string;
  readonly files?: Files;
  readonly routes?: readonly string[];
  readonly sections?: Release['contributions']['sections'];
  readonly overlays?: Release['contributions']['overlays'];
}

const writeAll = (dir: string, files: Files) => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
};

/** Does work with a folder of these files, and removes it. */
export async function inFolder<Result>(files: Files, work: (dir: string) => Promise<Result> | Result): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'release-test-'));
  try {
    writeAll(dir, files);
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Returns the files of a release that the gate lets through, release.json included. */
export function releaseFiles({
  name = 'mfe-lab',
  version = '1.0.0',
  files = {},
  routes = [`/${name.slice(4)}`],
  sections = [],
  overlays = [],
}: ReleaseChange = {}): Promise<Files> {
  const container = name.replaceAll('-', '_');
  const own: Files = {
    'remote-entry.js': `var ${container};(()=>{"use strict";${container}={get(){},init(){}}})();`,
    'Page.js': `"use strict";(self.webpackChunk${container}=self.webpackChunk${container}||[]).push([[0],{3(e,t,r){r.d(t,{default:()=>1})}}]);`,
    ...files,
  };
  return inFolder(own, (dir) => {
    const manifest = describeRelease(dir, {
      name,
      title: 'Lab',
      version,
      contract: '^1.0.0',
      entry: 'remote-entry.js',
      shared: {},
      components: { Page: { scripts: ['Page.js'], styles: [] } },
      contributions: {
        routes: routes.map((path) => ({ path, component: 'Page', title: 'Lab', public: true })),
        links: [],
        sections: [...sections],
        overlays: [...overlays],
      },
    });
    return { ...own, 'release.json': JSON.stringify(manifest) };
  });
}

/** An entry of an archive. */
export type Entry = Partial<Header> & Pick<Header, 'name'> & { readonly content?: string };

/** Returns a tar of these entries, as they are. */
export async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = '', ...header } of entries) archive.entry(header, content);
  archive.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of archive) if (Buffer.isBuffer(piece)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Returns the gzipped tar of these files. */
export async function archiveOf(files: Files, more: readonly Entry[] = []): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, content]): Entry => ({ name, content }));
  return gzipSync(await tarOf([...entries, ...more]));
}
