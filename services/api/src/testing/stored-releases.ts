import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GateReport, Release } from '@cytocomm/contract';
import {
  describeRelease,
  LIVE_ID,
  RELEASE_COLLECTIONS,
  type ReleaseFacts,
  type StoredRelease,
} from '@cytocomm/releases';
import type { Connection } from 'mongoose';

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
