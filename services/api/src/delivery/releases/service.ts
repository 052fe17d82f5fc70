import { types } from 'node:util';
import { type GateCheck, MAX_PACKED_RELEASE_BYTES, type ReleaseItem, type ReleasePage } from '@cytocomm/contract';
import type { Request } from 'express';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError, notFound, rateLimited } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { beforeWriting } from '../../platform/database/trouble.ts';
import { createSlots } from '../../platform/limits/service.ts';
import { orderNamed, readPage } from '../../platform/lists/pages.ts';
import { createCheckThreads } from './check.ts';
import type { ClaimsTable } from './claims.ts';
import { createContents } from './contents.ts';
import { createFindRelease, type FindRelease, type LiveReleases, readLiveReleases } from './live-releases.ts';
import { type ReleaseRecord, releaseModel } from './model.ts';
import { createPublisher, type Publication, presentPublished } from './publish.ts';
import { createReleaseQuota } from './quota.ts';
import { createTrials } from './trials.ts';
import { unpackRelease } from './unpack.ts';
import { tooLarge, uploadBody, withScratchFolder } from './upload-body.ts';

/** Error codes of a machine without space, files or a working disk. */
const TROUBLES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EROFS']);
/** Retry-After, in seconds: another process may run on another machine. */
const RETRY_AFTER_S = 30;

/** Returns the 503 of an error of the machine; undefined for other errors. */
function machineTrouble(error: unknown): ApiError | undefined {
  if (!types.isNativeError(error) || !('code' in error) || !('syscall' in error)) return undefined;
  if (!TROUBLES.has(String(error.code))) return undefined;
  const detail = 'The server has no disk space or file handles left for a release. Nothing was stored. Try again soon.';
  return new ApiError(503, 'unavailable', detail, {
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
    cause: error,
  });
}

/** Concurrent uploads per process, one per publisher and remote: each may take 200 MB and a processor. */
const MAX_PUBLISHES = 2;
/** Refusals recorded in the audit trail; those of the gate are recorded with their release. */
const NOTED: ReadonlySet<string> = new Set(['release-invalid', 'version-taken', 'too-large', 'quota-exceeded']);
const MAX_REASON_LENGTH = 500;

/** The publisher, for limits and audit trail. */
interface Publisher {
  /** The key of the limit: a token or a person. */
  readonly key: string;
  readonly actor: Actor;
  /** Throws once the publisher may no longer publish. */
  readonly admitAgain: () => Promise<unknown>;
}

/** The releases of all remotes. */
export interface Releases {
  /** Publishes the archive in a request. Throws 408, 409, 413, 422, 429 and 503. */
  publishUpload(req: Request, remote: string, by: Publisher): Promise<Publication>;
  /**
   * Publishes a local folder for commands; `by` is the actor of the audit trail, `checks` are findings of the static gate rules
   * from the build. Throws ApiError.
   */
  publishFolder(dir: string, by: string, checks?: readonly GateCheck[]): Promise<Publication>;
  /** Returns the newest release of a version, or the one of an id; null without one. */
  readonly find: FindRelease;
  /** Returns a page of releases, newest first, of one remote or of all. */
  list(remote: string | undefined, limit: number, cursor: string | undefined): Promise<ReleasePage>;
  /** Returns a release with its gate report. Throws 404. */
  read(remote: string, versionOrRelease: string): Promise<ReleaseItem>;
  /** Ends idle check threads. */
  close(): Promise<void>;
}

/** Creates the releases. */
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
  const order = orderNamed<ReleaseRecord>('-publishedAt', { publishedAt: 'publishedAt' }, '_id');
  /** Lists leave out manifest and files, which are long. */
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
        return await withScratchFolder(async (dir) => {
          await unpackRelease(uploadBody(req, MAX_PACKED_RELEASE_BYTES), dir);
          await beforeWriting(admitAgain());
          return publish({ dir, remote, actor, admitAgain, quota });
        });
      } catch (error) {
        const trouble = machineTrouble(error);
        if (trouble !== undefined) core.log.error({ err: error, remote }, 'this machine cannot store a release');
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
      return found === null ? null : trials.settle(found);
    },

    list: async (remote, limit, cursor) => {
      const filter = remote === undefined ? {} : { remote };
      const [{ rows, nextCursor }, live] = await Promise.all([
        readPage(model, { filter, order, limit, cursor, fields: withoutContent }),
        readLiveReleases(connection),
      ]);
      const items = (await Promise.all(rows.map(trials.settle))).map((row) => presentRelease(row, live));
      return { items, nextCursor };
    },

    read: async (remote, versionOrRelease) => {
      const found =
        (await model.findOne({ remote, release: versionOrRelease }, withoutContent).lean()) ??
        (await model
          .findOne({ remote, version: versionOrRelease }, withoutContent)
          .sort({ publishedAt: -1, _id: -1 })
          .lean());
      if (found === null) throw notFound(`There is no release ${versionOrRelease} of ${remote}.`);
      return presentRelease(await trials.settle(found), await readLiveReleases(connection));
    },

    close: threads.end,
  };
}
