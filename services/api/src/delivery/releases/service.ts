import { types } from 'node:util';
import { type GateCheck, MAX_PACKED_RELEASE_BYTES, type ReleaseItem, type ReleasePage } from '@cytocomm/contract';
import type { Request } from 'express';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError, notFound, rateLimited } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { beforeWriting } from '../../platform/database/trouble.ts';
import { createSlots } from '../../platform/limits/service.ts';
import { newestFirst } from '../../platform/lists/pages.ts';
import { createCheckThreads } from './check.ts';
import type { ClaimsTable } from './claims.ts';
import { createContents } from './contents.ts';
import { createFindRelease, type FindRelease, type LiveReleases, readLiveReleases } from './live-state.ts';
import { type ReleaseRecord, releaseModel } from './model.ts';
import { createPublisher, type Publication, presentPublished } from './publish.ts';
import { createReleaseQuota } from './quota.ts';
import { createTrials } from './trials.ts';
import { unpackRelease } from './unpack.ts';
import { inScratchFolder, tooLarge, uploadBody } from './upload-body.ts';

/** What the system says when this machine lacks room, files or a disk that works. */
const TROUBLES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EROFS']);
/** When to try again, in seconds: another process may run on another machine. */
const RETRY_AFTER_S = 30;

/** Returns 503 for an error of the file system that says nothing about the release; undefined for any other. */
function machineTrouble(error: unknown): ApiError | undefined {
  if (!types.isNativeError(error) || !('code' in error) || !('syscall' in error)) return undefined;
  if (!TROUBLES.has(String(error.code))) return undefined;
  const detail = 'This process has no room or no files left to take a release. Nothing was stored. Try again soon.';
  return new ApiError(503, 'unavailable', detail, {
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
    cause: error,
  });
}

/** How many uploads a process takes at once, one of each publisher and remote: each may fill a disk with 200 MB and a processor. */
const MAX_PUBLISHES = 2;
/** What the trail records of uploads that were refused; the gate's refusals are recorded with their release. */
const NOTED: ReadonlySet<string> = new Set(['release-invalid', 'version-taken', 'too-large', 'quota-exceeded']);
const MAX_REASON_LENGTH = 500;

/** Who publishes, for limits and audit trail. */
interface Publisher {
  /** Whose uses are counted: of a token, or of a person. */
  readonly key: string;
  readonly actor: Actor;
  /** Throws when the publisher may not publish any more. */
  readonly admitAgain: () => Promise<unknown>;
}

/** The releases of all remotes. */
export interface Releases {
  /** Publishes the archive that a request holds. Throws 408, 409, 413, 422, 429 and 503. */
  publishUpload(req: Request, remote: string, by: Publisher): Promise<Publication>;
  /**
   * Publishes the folder of a release, for programs on this machine; `by` is who, for the audit trail, and `checks` what the
   * static rules of the gate found when it was built here. Throws ApiError.
   */
  publishFolder(dir: string, by: string, checks?: readonly GateCheck[]): Promise<Publication>;
  /** Returns the newest release of a version, or the one of an id; null when there is none. */
  readonly find: FindRelease;
  /** Returns a page of releases, newest first, of one remote or of all. */
  list(remote: string | undefined, limit: number, cursor: string | undefined): Promise<ReleasePage>;
  /** Returns a release with its gate report. Throws 404. */
  read(remote: string, versionOrRelease: string): Promise<ReleaseItem>;
  /** Ends the threads that wait for releases to look at. */
  close(): Promise<void>;
}

/** Creates the releases of a database. */
export function createReleases(core: Core, claims: ClaimsTable): Releases {
  const { connection } = core.database;
  const model = releaseModel(connection);
  const contents = createContents(core.database);
  const threads = createCheckThreads();
  const trials = createTrials(core);
  const publish = createPublisher(core, claims, contents, threads, trials);
  const findStored = createFindRelease(connection);
  const quota = createReleaseQuota(core);
  const slots = createSlots('uploads of releases', MAX_PUBLISHES);
  const order = newestFirst<Pick<ReleaseRecord, '_id' | 'publishedAt'>>('publishedAt', (row) => row.publishedAt);
  /** What lists show: the manifest and the files are long. */
  const withoutContent = { manifest: 0, files: 0 } as const;

  function presentRelease(record: Omit<ReleaseRecord, 'manifest' | 'files'>, { isLive }: LiveReleases): ReleaseItem {
    const { remote, release, publishedAt, publishedBy, size } = record;
    return {
      ...presentPublished(record),
      publishedAt: publishedAt.toISOString(),
      publishedBy,
      size,
      live: isLive(remote, release),
    };
  }

  async function count(key: string): Promise<void> {
    const { allowed, secondsLeft } = await core.limits.count('releases-by-publisher', key);
    if (!allowed) throw rateLimited(secondsLeft);
  }

  async function noteRefusal(remote: string, actor: Actor, { code, message }: ApiError): Promise<void> {
    const detail = { code, reason: message.slice(0, MAX_REASON_LENGTH) };
    await core.audit.record({ ...actor, action: 'release.refused', subject: remote, detail });
  }

  return {
    publishUpload: async (req, remote, { key, actor, admitAgain }) => {
      const release = slots.take([
        { key, max: 1 },
        { key: `remote:${remote}`, max: 1 },
      ]);
      try {
        await count(key);
        if (Number(req.headers['content-length'] ?? 0) > MAX_PACKED_RELEASE_BYTES)
          throw tooLarge(`The archive is larger than ${MAX_PACKED_RELEASE_BYTES} bytes.`);
        return await inScratchFolder(async (dir) => {
          await unpackRelease(uploadBody(req, MAX_PACKED_RELEASE_BYTES), dir);
          await beforeWriting(admitAgain());
          return publish({ dir, remote, actor, admitAgain, quota });
        });
      } catch (error) {
        const trouble = machineTrouble(error);
        if (trouble !== undefined) core.log.error({ err: error, remote }, 'this machine cannot take a release');
        if (error instanceof ApiError && NOTED.has(error.code)) await noteRefusal(remote, actor, error);
        throw trouble ?? error;
      } finally {
        release();
      }
    },

    publishFolder: (dir, by, checks) =>
      publish({ dir, remote: undefined, actor: { actor: by, from: '', userAgent: '' }, checks }),

    find: async (remote, versionOrRelease) => {
      const found = await findStored(remote, versionOrRelease);
      return found === null ? null : trials.settled(found);
    },

    list: async (remote, limit, cursor) => {
      const filter = { ...order.after(cursor), ...(remote !== undefined && { remote }) };
      const [rows, live] = await Promise.all([
        model
          .find(filter, withoutContent)
          .sort(order.sort)
          .limit(limit + 1)
          .lean(),
        readLiveReleases(connection),
      ]);
      const { page, nextCursor } = order.page([rows], limit);
      const shown = new Set(page.map(({ _id }) => String(_id)));
      const settled = await Promise.all(rows.filter(({ _id }) => shown.has(String(_id))).map(trials.settled));
      const items = settled.map((row) => presentRelease(row, live));
      return { items, nextCursor };
    },

    read: async (remote, versionOrRelease) => {
      const found =
        (await model.findOne({ remote, release: versionOrRelease }, withoutContent).lean()) ??
        (await model.findOne({ remote, version: versionOrRelease }, withoutContent).sort(order.sort).lean());
      if (found === null) throw notFound(`There is no release ${versionOrRelease} of ${remote}.`);
      return presentRelease(await trials.settled(found), await readLiveReleases(connection));
    },

    close: threads.end,
  };
}
