import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type GateReport, type MintedTeamToken, mintedTeamTokenSchema, type Release } from '@cytocomm/contract';
import {
  describeRelease,
  LIVE_ID,
  RELEASE_COLLECTIONS,
  type ReleaseFacts,
  type StoredRelease,
} from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import { type Header, pack } from 'tar-stream';
import { type Answer, read, type TestBrowser } from './browser.ts';

/** Files of a release by path. */
export type Files = Readonly<Record<string, string>>;

/** What a test changes of a release. */
export interface ReleaseFolderChange {
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
}: ReleaseFolderChange = {}): Promise<Files> {
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

/** What a test changes of a release. */
export interface ReleaseChange extends Partial<ReleaseFacts> {
  readonly gate?: GateReport;
  /** Another content is another release of the same version. */
  readonly content?: string;
}

/** What a promotion names. */
export type ReleaseName = Pick<StoredRelease, 'remote' | 'release'>;

const PASSED: GateReport = { outcome: 'passed', checks: [] };
const SHELL_OF_LOCKS = { name: 'shell', release: '0.1.0-1a2b3c4d', title: 'The shell', files: [] };
const NOTHING: Release['contributions'] = { routes: [], links: [], sections: [], overlays: [] };

/** Returns a page of a remote. */
export function pageAt(path: string, isPublic = true): Pick<Release, 'contributions'> {
  return { contributions: { ...NOTHING, routes: [{ path, component: 'Page', title: path, public: isPublic }] } };
}

/** Puts a release into the records, as publishing it would, without its files. */
export async function storeRelease(
  connection: Connection,
  name: string,
  { gate = PASSED, content = 'entry', ...facts }: ReleaseChange = {},
): Promise<ReleaseName> {
  const dir = mkdtempSync(join(tmpdir(), 'release-'));
  writeFileSync(join(dir, 'entry.js'), content);
  const release = describeRelease(dir, {
    name,
    title: name,
    version: '1.0.0',
    contract: name === 'shell' ? '1.3.0' : '^1.0.0',
    // The id follows from the manifest's text, in which the fields have the schema's order.
    ...(facts.api === undefined ? {} : { api: facts.api }),
    entry: 'entry.js',
    shared: name === 'shell' ? { react: '19.3.1' } : {},
    ...(facts.sharedNames === undefined ? {} : { sharedNames: facts.sharedNames }),
    components: {},
    contributions: NOTHING,
    ...facts,
  });
  rmSync(dir, { recursive: true });
  const manifest = JSON.stringify(release);
  const stored: StoredRelease = {
    remote: name,
    version: release.version,
    release: release.release,
    digest: createHash('sha256').update(manifest).digest('hex'),
    manifest,
    files: [],
    size: 1,
    publishedAt: new Date(),
    publishedBy: 'team',
    gate,
  };
  await connection.collection(RELEASE_COLLECTIONS.releases).insertOne({ ...stored });
  return { remote: name, release: release.release };
}

/** Makes a lock with these releases live, past the API and unsigned: for those who only read which releases it names. */
export async function storeLiveLock(
  connection: Connection,
  lock: string,
  remotes: readonly ReleaseName[],
): Promise<void> {
  const named = remotes.map(({ remote, release }) => ({ name: remote, release, title: 'A part', files: [] }));
  await connection
    .collection<{ readonly _id: string; readonly [field: string]: unknown }>(RELEASE_COLLECTIONS.locks)
    .insertOne({ _id: lock, shell: SHELL_OF_LOCKS, remotes: named, deployedAt: new Date() });
  await storeLiveState(connection, { lock });
}

/** Puts a live state into the records, past the API. */
export async function storeLiveState(connection: Connection, state: object): Promise<void> {
  await connection
    .collection<{ readonly _id: string }>(RELEASE_COLLECTIONS.live)
    .replaceOne({ _id: LIVE_ID }, { canary: null, switchedOff: [], ...state }, { upsert: true });
}

/** Makes a token for the team of a remote, as an operator does. */
export async function mintToken(operator: TestBrowser, remote: string): Promise<MintedTeamToken> {
  const body = { remote, name: 'pipeline', expiresInDays: 1 };
  return read(await operator.authorised('POST', '/api/team-tokens', { body }), mintedTeamTokenSchema, 201);
}

/** Publishes an archive from a pipeline, with the token of a team or a person. */
export function sendRelease(pipeline: TestBrowser, remote: string, token: string, body: Buffer): Promise<Answer> {
  const headers = { 'Content-Type': 'application/gzip', Authorization: `Bearer ${token}` };
  return pipeline.call('POST', `/api/releases/${remote}`, { headers, body, as: 'bare' });
}
