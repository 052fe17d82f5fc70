import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type GateCheck,
  type GateReport,
  type PublishedRelease,
  type Release,
  releaseSchema,
} from '@cytocomm/contract';
import { isStable, withTrialChecks } from '@cytocomm/releases';
import { Types } from 'mongoose';
import { z } from 'zod';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { beforeWriting, isDuplicateKey } from '../../platform/database/trouble.ts';
import { type CheckThreads, judgeRelease, type TrialPlans, type VerifiedRelease, verifyRelease } from './check.ts';
import type { ClaimsTable } from './claims.ts';
import type { Contents } from './contents.ts';
import { createKeepRelease } from './live-state.ts';
import { lookAtRelease } from './look-at-release.ts';
import { type ReleaseRecord, releaseModel, removedVersionModel } from './model.ts';
import type { ReleaseQuota } from './quota.ts';
import type { Trials } from './trials.ts';

/** A release that was published. */
export interface Publication {
  readonly release: PublishedRelease;
  /** False when the same content was there already. */
  readonly isNew: boolean;
}

/** The folder of a release, and who publishes it. */
export interface Folder {
  readonly dir: string;
  /** The remote that it has to be of; undefined for whatever remote it is. */
  readonly remote: string | undefined;
  readonly actor: Actor;
  /** Throws when the publisher may not publish any more; called before anything becomes visible. */
  readonly admitAgain?: () => Promise<unknown>;
  /** Bounds what the remote stores; without, it is not bounded. */
  readonly quota?: ReleaseQuota | undefined;
  /** What the static rules of the gate found when it was built on this machine; looked for again without. */
  readonly checks?: readonly GateCheck[] | undefined;
}

const MANIFEST = 'release.json';
const NOT_TRIED: TrialPlans = { skipped: 'it was published on a machine of the portal itself' };
const namesSchema = z.object({ name: z.string(), release: z.string() });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what a publisher is told of a stored release. */
export function presentPublished({ remote, version, release, digest, gate }: PublishedRelease): PublishedRelease {
  return { remote, version, release, digest, gate };
}

const versionTaken = ({ remote, version }: Pick<PublishedRelease, 'remote' | 'version'>) =>
  new ApiError(409, 'version-taken', `${remote} ${version} is published with other content: give it another version.`);

const idTaken = ({ remote, release }: PublishedRelease) =>
  new ApiError(
    409,
    'version-taken',
    `${remote} ${release} is published with another release.json: give this one another version.`,
  );

const assertAllowed = async ({ admitAgain }: Folder) => admitAgain?.();

/** Returns what puts the folder of a release into the database of `core`: verified, judged, its record last. */
export function createPublisher(
  { audit, database }: Core,
  claims: ClaimsTable,
  contents: Contents,
  threads: CheckThreads,
  trials: Trials,
) {
  const model = releaseModel(database.connection);
  const shown = { remote: 1, version: 1, release: 1, digest: 1, gate: 1, doomedAt: 1 } as const;
  const removedVersions = removedVersionModel(database.connection);
  const keep = createKeepRelease(database.connection);

  /** Returns the release that stands in the way of another: the same one, or one of the same stable version. */
  async function findStanding(remote: string, version: string, release: string): Promise<PublishedRelease | null> {
    const found =
      (await model.findOne({ remote, release }, shown).lean()) ??
      (isStable(version) ? await model.findOne({ stableVersion: `${remote}@${version}` }, shown).lean() : null);
    return found !== null && (await keep(found)) ? found : null;
  }

  /** Throws 409 when the release that is there has other content. The same release.json may be laid out otherwise. */
  async function assertSame(standing: PublishedRelease, { manifest, files }: VerifiedRelease): Promise<void> {
    const { remote, release, digest } = standing;
    if (digest === digestOf(files)) return;
    if (release !== manifest.release) throw versionTaken(standing);
    const stored = await model.findOne({ remote, release }, { manifest: 1 }).lean();
    const parsed = releaseSchema.safeParse(readJson(stored?.manifest ?? '')).data;
    if (JSON.stringify(parsed) !== JSON.stringify(manifest)) throw idTaken(standing);
  }

  /** Throws 409 when a stable version was published with other content, and removed since. */
  async function assertNeverPublished({ name: remote, version, release }: Release): Promise<void> {
    if (!isStable(version)) return;
    const removed = await removedVersions.findById(`${remote}@${version}`).lean();
    if (removed !== null && removed.release !== release) throw versionTaken({ remote, version });
  }

  /** Does work with room reserved for the files. Throws 409 when there is none. */
  async function withRoom(folder: Folder, { manifest, files }: VerifiedRelease, work: () => Promise<Publication>) {
    const giveBack = await beforeWriting(Promise.resolve(folder.quota?.reserve(manifest.name, files)));
    try {
      return await work();
    } finally {
      await giveBack?.();
    }
  }

  async function judge({ dir, checks, remote }: Folder, { manifest }: VerifiedRelease): Promise<GateReport> {
    const plans = remote === undefined ? NOT_TRIED : await trials.plans();
    return judgeRelease(threads, dir, manifest, await claims.claimsOf(manifest.name), plans, checks);
  }

  /** Returns the mark by which a runner finds a release; nothing for one that is not to be tried. */
  function waiting({ outcome }: GateReport): Pick<ReleaseRecord, 'trial'> {
    return outcome === 'running' ? { trial: { since: database.now(), attempts: 0, runner: null } } : {};
  }

  async function recordOf(folder: Folder, verified: VerifiedRelease): Promise<ReleaseRecord> {
    const { dir, actor } = folder;
    const { manifest, files } = verified;
    const { name: remote, version, release } = manifest;
    const text = await readFile(join(dir, MANIFEST), 'utf8');
    const gate = await judge(folder, verified);
    return {
      _id: new Types.ObjectId(),
      remote,
      version,
      release,
      digest: digestOf(files),
      manifest: text,
      files: files.map(({ path, hash, bytes }) => ({ path, hash, bytes })),
      size: files.reduce((sum, { bytes }) => sum + bytes, 0),
      publishedAt: database.now(),
      publishedBy: actor.actor ?? '',
      gate,
      ...waiting(gate),
      ...(isStable(version) && { stableVersion: `${remote}@${version}` }),
    };
  }

  /** Stores the record, which makes the release visible. The indexes decide between two at once. */
  async function store(record: ReleaseRecord, folder: Folder, verified: VerifiedRelease): Promise<Publication> {
    const { actor } = folder;
    const { remote, version, release, digest, gate } = record;
    const action = gate.outcome === 'refused' ? 'release.refused' : 'release.published';
    const rules = [...new Set(gate.checks.filter(({ outcome }) => outcome === 'refused').map(({ rule }) => rule))];
    const detail = { version, release, digest, ...(rules.length > 0 && { rules: rules.join(', ') }) };
    await beforeWriting(assertAllowed(folder));
    const intent = await beforeWriting(audit.intend({ ...actor, action, subject: remote, detail }));
    try {
      await model.create(record);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await intent.drop();
      const standing = await findStanding(remote, version, release);
      if (standing === null) throw error;
      await assertSame(standing, verified);
      return { release: presentPublished(standing), isNew: false };
    }
    await intent.done();
    return { release: presentPublished(record), isNew: true };
  }

  /** Returns what stands. What was refused is judged again, since a remote may have been allowed more; only if it passes now is it stored whole. */
  async function again(folder: Folder, verified: VerifiedRelease, standing: PublishedRelease): Promise<Publication> {
    await beforeWriting(assertSame(standing, verified));
    if (standing.gate.outcome !== 'refused') return { release: presentPublished(standing), isNew: false };
    return withRoom(folder, verified, () => judgeAgain(folder, verified, standing));
  }

  async function judgeAgain(folder: Folder, verified: VerifiedRelease, standing: PublishedRelease) {
    const { gate: judged, digest, manifest, files, size } = await beforeWriting(recordOf(folder, verified));
    // What a browser refused only a browser lets pass.
    const tried = standing.gate.checks.filter((check) => check.rule === 'trial-run' && check.outcome === 'refused');
    const gate = judged.outcome === 'passed' && tried.length > 0 ? withTrialChecks(judged, tried) : judged;
    const { remote, version, release } = standing;
    const refused = { remote, release, 'gate.outcome': 'refused' } as const;
    await beforeWriting(assertAllowed(folder));
    if (gate.outcome === 'refused') {
      await model.updateOne(refused, { $set: { gate } });
      return { release: presentPublished({ ...standing, gate }), isNew: false };
    }
    await contents.store(folder.dir, verified.files);
    await assertAllowed(folder);
    const detail = { version, release, digest };
    const note = { ...folder.actor, action: 'release.published', subject: remote, detail } as const;
    const intent = await beforeWriting(audit.intend(note));
    const { matchedCount } = await model.updateOne(refused, {
      $set: { gate, digest, manifest, files, size, ...waiting(gate) },
    });
    // Another publisher of the same content was faster.
    if (matchedCount === 0) await intent.drop();
    else await intent.done();
    return { release: presentPublished({ ...standing, digest, gate }), isNew: false };
  }

  /** Returns the release of a folder on this machine that is stored already and was not refused, without a look at its files. */
  async function findStored({ dir, remote }: Folder): Promise<Publication | undefined> {
    if (remote !== undefined) return undefined;
    const text = await readFile(join(dir, MANIFEST)).catch(() => undefined);
    const facts = namesSchema.safeParse(text === undefined ? undefined : readJson(text.toString())).data;
    if (text === undefined || facts === undefined) return undefined;
    const stored = await model.findOne({ remote: facts.name, release: facts.release }, shown).lean();
    const isSame = stored?.digest === createHash('sha256').update(text).digest('hex');
    const stands = stored !== null && isSame && stored.gate.outcome !== 'refused' && (await keep(stored));
    return stands ? { release: presentPublished(stored), isNew: false } : undefined;
  }

  async function add(folder: Folder, verified: VerifiedRelease): Promise<Publication> {
    const record = await beforeWriting(recordOf(folder, verified));
    await beforeWriting(assertAllowed(folder));
    // Nobody gets the files of a refused release.
    if (record.gate.outcome !== 'refused') await contents.store(folder.dir, record.files);
    return store(record, folder, verified);
  }

  /** Publishes the folder of a release. Throws 422 when it is not what its manifest says, 409 when its version is taken. */
  return async (folder: Folder): Promise<Publication> => {
    const known = await beforeWriting(findStored(folder));
    if (known !== undefined) return known;
    // A program that publishes what this machine has built waits for it, and for a thread it would wait longer.
    const isBuiltHere = folder.remote === undefined;
    const verified = await verifyRelease(isBuiltHere ? { run: lookAtRelease } : threads, folder.dir, folder.remote);
    const { name, version, release } = verified.manifest;
    const standing = await beforeWriting(findStanding(name, version, release));
    if (standing !== null) return again(folder, verified, standing);
    await beforeWriting(assertNeverPublished(verified.manifest));
    return withRoom(folder, verified, () => add(folder, verified));
  };
}

/** Returns the hash of release.json, which is among the files of every verified release. */
function digestOf(files: VerifiedRelease['files']): string {
  return files.find(({ path }) => path === MANIFEST)?.hash ?? '';
}
