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
import { inspectRelease } from './inspect-release.ts';
import { createKeepRelease } from './live-releases.ts';
import { type ReleaseRecord, releaseModel, removedVersionModel } from './model.ts';
import type { ReleaseQuota } from './quota.ts';
import type { Trials } from './trials.ts';

/** A published release. */
export interface Publication {
  readonly release: PublishedRelease;
  /** False if the same content existed. */
  readonly isNew: boolean;
}

/** A folder to publish, and its publisher. */
export interface Folder {
  readonly dir: string;
  /** The required remote; undefined for any. */
  readonly remote: string | undefined;
  readonly actor: Actor;
  /** Throws once the publisher may no longer publish; called before anything becomes visible. */
  readonly admitAgain?: () => Promise<unknown>;
  /** The quota of the remote; by default unlimited. */
  readonly quota?: ReleaseQuota | undefined;
  /** Findings of the static gate rules from a build on this machine; by default they run again. */
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

/** Presents a stored release to its publisher. */
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

/** Creates the publisher of folders: verified, judged, with the record stored last. */
export function createPublisher(
  { change, database }: Core,
  claims: ClaimsTable,
  contents: Contents,
  threads: CheckThreads,
  trials: Trials,
) {
  const model = releaseModel(database.connection);
  const shown = { remote: 1, version: 1, release: 1, digest: 1, gate: 1, doomedAt: 1 } as const;
  const removedVersions = removedVersionModel(database.connection);
  const keep = createKeepRelease(database.connection);

  /** Returns the existing release with the same id or the same stable version. */
  async function findExisting(remote: string, version: string, release: string): Promise<PublishedRelease | null> {
    const found =
      (await model.findOne({ remote, release }, shown).lean()) ??
      (isStable(version) ? await model.findOne({ stableVersion: `${remote}@${version}` }, shown).lean() : null);
    return found !== null && (await keep(found)) ? found : null;
  }

  /** Throws 409 if the existing release has other content; release.json may be formatted differently. */
  async function assertSame(existing: PublishedRelease, { manifest, files }: VerifiedRelease): Promise<void> {
    const { remote, release, digest } = existing;
    if (digest === digestOf(files)) return;
    if (release !== manifest.release) throw versionTaken(existing);
    const stored = await model.findOne({ remote, release }, { manifest: 1 }).lean();
    const parsed = releaseSchema.safeParse(readJson(stored?.manifest ?? '')).data;
    if (JSON.stringify(parsed) !== JSON.stringify(manifest)) throw idTaken(existing);
  }

  /** Throws 409 if a removed release had this stable version with other content. */
  async function assertNeverPublished({ name: remote, version, release }: Release): Promise<void> {
    if (!isStable(version)) return;
    const removed = await removedVersions.findById(`${remote}@${version}`).lean();
    if (removed !== null && removed.release !== release) throw versionTaken({ remote, version });
  }

  /** Runs `work` with room reserved for the files. Throws 409 beyond the quota. */
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

  /** Returns the mark of a pending trial run, if one follows. */
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

  /** Stores the record, which makes the release visible; unique indexes decide between concurrent ones. */
  async function store(record: ReleaseRecord, folder: Folder, verified: VerifiedRelease): Promise<Publication> {
    const { actor } = folder;
    const { remote, version, release, digest, gate } = record;
    const action = gate.outcome === 'refused' ? 'release.refused' : 'release.published';
    const rules = [...new Set(gate.checks.filter(({ outcome }) => outcome === 'refused').map(({ rule }) => rule))];
    const detail = { version, release, digest, ...(rules.length > 0 && { rules: rules.join(', ') }) };
    await beforeWriting(assertAllowed(folder));
    try {
      await change(actor, async ({ audit, announce }) => {
        await model.create(record);
        audit(action, remote, detail);
        announce({ collection: 'releases', type: 'added', id: String(record._id) }, 'developer');
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const existing = await findExisting(remote, version, release);
      if (existing === null) throw error;
      await assertSame(existing, verified);
      return { release: presentPublished(existing), isNew: false };
    }
    return { release: presentPublished(record), isNew: true };
  }

  /** Returns the existing release. A refused one is judged again, since claims may have changed, and stored if it passes. */
  async function again(folder: Folder, verified: VerifiedRelease, existing: PublishedRelease): Promise<Publication> {
    await beforeWriting(assertSame(existing, verified));
    if (existing.gate.outcome !== 'refused') return { release: presentPublished(existing), isNew: false };
    return withRoom(folder, verified, () => judgeAgain(folder, verified, existing));
  }

  async function judgeAgain(folder: Folder, verified: VerifiedRelease, existing: PublishedRelease) {
    const { gate: judged, digest, manifest, files, size } = await beforeWriting(recordOf(folder, verified));
    // A refused trial run is only overruled by another trial run.
    const tried = existing.gate.checks.filter((check) => check.rule === 'trial-run' && check.outcome === 'refused');
    const gate = judged.outcome === 'passed' && tried.length > 0 ? withTrialChecks(judged, tried) : judged;
    const { remote, version, release } = existing;
    const refused = { remote, release, 'gate.outcome': 'refused' } as const;
    await beforeWriting(assertAllowed(folder));
    const isRefused = gate.outcome === 'refused';
    if (!isRefused) {
      await contents.store(folder.dir, verified.files);
      await assertAllowed(folder);
    }
    await change(folder.actor, async ({ audit, announce }) => {
      const set = { gate, digest, manifest, files, size, ...waiting(gate) };
      const stored = await model.findOneAndUpdate(refused, { $set: set }, { projection: { _id: 1 } }).lean();
      // Otherwise a concurrent call published the same content.
      if (stored === null) return;
      announce({ collection: 'releases', type: 'changed', id: String(stored._id) }, 'developer');
      if (!isRefused) audit('release.published', remote, { version, release, digest });
    });
    return { release: presentPublished({ ...existing, digest, gate }), isNew: false };
  }

  /** Returns the stored release of a local folder by its release.json alone, unless it was refused. */
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
    // The files of a refused release are not stored.
    if (record.gate.outcome !== 'refused') await contents.store(folder.dir, record.files);
    return store(record, folder, verified);
  }

  /** Publishes a folder. Throws 422 if it does not match its manifest, 409 if its version is taken. */
  return async (folder: Folder): Promise<Publication> => {
    const stored = await beforeWriting(findStored(folder));
    if (stored !== undefined) return stored;
    // Commands publish in their own thread: starting another one would take longer.
    const isBuiltHere = folder.remote === undefined;
    const verified = await verifyRelease(isBuiltHere ? { run: inspectRelease } : threads, folder.dir, folder.remote);
    const { name, version, release } = verified.manifest;
    const existing = await beforeWriting(findExisting(name, version, release));
    if (existing !== null) return again(folder, verified, existing);
    await beforeWriting(assertNeverPublished(verified.manifest));
    return withRoom(folder, verified, () => add(folder, verified));
  };
}

/** Returns the hash of release.json, which is among the files of every verified release. */
function digestOf(files: VerifiedRelease['files']): string {
  return files.find(({ path }) => path === MANIFEST)?.hash ?? '';
}
