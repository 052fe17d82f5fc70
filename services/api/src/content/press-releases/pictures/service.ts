import { addressOf, type Picture, readPicture } from '@cytocomm/contract';
import { type Model, Types } from 'mongoose';
import type { Logger } from 'pino';
import type { Actor } from '../../../platform/audit/actor.ts';
import { type RepeatedJob, repeatedJob, takeJobTurn } from '../../../platform/background/repeated-job.ts';
import { isInBin } from '../../../platform/bin/kind-of-bin.ts';
import { ApiError, notFound } from '../../../platform/calls/problem.ts';
import type { Core } from '../../../platform/core.ts';
import type { Database } from '../../../platform/database/database.ts';
import { beforeWriting } from '../../../platform/database/trouble.ts';
import type { FileOwners, FileStore, PendingFile } from '../../../platform/storage/file-store.ts';
import { FileGone } from '../../../platform/storage/reading.ts';
import { pressReleaseModel } from '../model.ts';
import { revisionModel } from '../revisions.ts';
import { assertPicture, type Converter } from './converter.ts';
import { keptUntil, type PictureForm, type PictureRecord, pictureModel } from './model.ts';

/** The use of pictures in texts. */
export interface PictureUse {
  /** Whether a published release that these keys read shows it. */
  isPublishedFor(picture: string, keys: readonly string[]): Promise<boolean>;
  /** Whether any text shows it: current, pending, earlier or in the bin. */
  isShown(picture: string): Promise<boolean>;
}

/** Creates the lookup of picture use, by indexes. */
export function createPictureUse({ database }: Core): PictureUse {
  const releases = pressReleaseModel(database.connection);
  const revisions = revisionModel(database.connection);
  return {
    isPublishedFor: async (picture, keys) =>
      (await releases.exists({ pictures: picture, target: { $in: [...keys] }, date: { $lte: database.now() } })) !==
      null,

    isShown: async (picture) =>
      (await releases.exists({ pictures: picture })) !== null ||
      (await releases.exists({ 'pending.pictures': picture })) !== null ||
      (await revisions.exists({ pictures: picture })) !== null ||
      (await isInBin(database.connection, 'press-release', [
        { 'record.pictures': picture },
        { 'record.pending.pictures': picture },
      ])),
  };
}

const MB = 1024 * 1024;
const inMb = (bytes: number) => (bytes / MB).toFixed(1);

/** Limits the total size of pictures. */
interface PictureQuota {
  /** Throws 409 unless `bytes` more fit, by default one; concurrent uploads are not counted. */
  assertRoom(bytes?: number): Promise<void>;
}

/** Creates the quota of all pictures. */
function createPictureQuota({ config }: Pick<Core, 'config'>, model: Model<PictureRecord>): PictureQuota {
  return {
    assertRoom: async (bytes = 1) => {
      const [sum] = await model.aggregate<{ bytes: number }>([
        // Matches all pictures; it selects the index.
        { $match: { keptUntil: { $gte: new Date(0) } } },
        { $unwind: '$forms' },
        { $group: { _id: null, bytes: { $sum: '$forms.size' } } },
      ]);
      const used = sum?.bytes ?? 0;
      if (used + bytes <= config.maxPicturesBytes) return;
      const detail =
        `The pictures of press releases use ${inMb(used)} of ${inMb(config.maxPicturesBytes)} MB. ` +
        'Ask an operator to raise MAX_PICTURES_MB. Unused pictures are removed weeks after the last text that shows them, ' +
        'earlier versions and the bin included.';
      throw new ApiError(409, 'quota-exceeded', detail);
    },
  };
}

/** The client of an upload. */
interface PictureClient {
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly admitAgain: () => Promise<unknown>;
}

/** The pictures of press releases. */
export interface Pictures {
  /**
   * Adds a picture. Throws 400 and 415 for an invalid file, 409 beyond the quota, 503 after the timeout, what `admitAgain`
   * throws after the conversion, and the reason of an aborted `signal`.
   */
  add(file: Buffer, actor: Actor, client: PictureClient): Promise<Picture>;
  /** Returns a picture. Throws 404. */
  find(id: string): Promise<PictureRecord>;
  /** Returns the bytes of one form. Throws 404 if it is being removed. */
  read(form: PictureForm): Promise<Buffer>;
  /** Completes interrupted uploads and removes a batch of pictures unused at two checks. Returns how many. */
  tidyUp(): Promise<number>;
  /** Removes all picture files without a record. Returns how many. */
  sweep(): Promise<number>;
}

/** Pictures checked in one run. */
const MAX_CHECKED = 200;

const unknownPicture = () => notFound('There is no such picture.');

/** Creates the pictures of a database, with their files in a store. */
export function createPictures(core: Core, files: FileStore, converter: Converter, use: PictureUse): Pictures {
  const model = pictureModel(core.database.connection);
  const clock = core.database.now;
  const quota = createPictureQuota(core, model);
  const owners: FileOwners = {
    own: async (fileId) => (await model.exists({ 'forms.fileId': fileId })) !== null,
    ownedAmong: async (ids) => model.distinct('forms.fileId', { 'forms.fileId': { $in: ids } }),
  };

  async function writeFile(name: string, bytes: Buffer): Promise<PendingFile> {
    async function* source() {
      yield bytes;
    }
    return files.write(source(), { name, inspect: () => undefined });
  }

  async function remove({ _id, forms, keptUntil: until }: PictureRecord): Promise<boolean> {
    // Unless a text that shows it was saved meanwhile.
    const { deletedCount } = await model.deleteOne({ _id, keptUntil: until });
    if (deletedCount === 0) return false;
    for (const { fileId } of forms) await files.remove(fileId);
    return true;
  }

  return {
    add: async (file, actor, { signal, admitAgain }) => {
      await assertPicture(file);
      await quota.assertRoom();
      const { width, height, forms } = await converter.convert(file, signal);
      const _id = new Types.ObjectId();
      const pending: PendingFile[] = [];
      const stored: PictureForm[] = [];
      try {
        await beforeWriting(
          (async () => {
            for (const { width: each, format, bytes } of forms) {
              signal.throwIfAborted();
              const written = await writeFile(`${_id}-${each}.${format}`, bytes);
              pending.push(written);
              const { id: fileId, length: size, chunkSize, sha256 } = written;
              stored.push({ width: each, format, fileId, size, chunkSize, sha256 });
            }
            // Checked again: others were stored during the conversion.
            await quota.assertRoom(stored.reduce((sum, { size }) => sum + size, 0));
            await admitAgain();
          })(),
        );
        const uploadedAt = clock();
        const uploadedBy = actor.actor ?? '';
        await core.change(actor, async ({ audit }) => {
          for (const written of pending) await written.own();
          const size = { width, height };
          await model.create({ _id, ...size, forms: stored, uploadedBy, uploadedAt, keptUntil: keptUntil(uploadedAt) });
          audit('picture.uploaded', String(_id), { size: `${width} × ${height}` });
        });
      } catch (error) {
        // A change that failed may have been made; then the sweep decides.
        const isKnown =
          signal.aborted || stored.length < forms.length || (error instanceof ApiError && error.status < 500);
        if (isKnown) for (const written of pending) await written.discard();
        throw error;
      }
      const id = String(_id);
      return { id, url: addressOf(readPicture, { id, width: String(width) }), width, height };
    },

    find: async (id) => {
      const record = await model.findById(id).lean();
      if (record === null) throw unknownPicture();
      return record;
    },

    read: async ({ fileId, size, chunkSize }) => {
      const bytes = Buffer.allocUnsafe(size);
      const reading = files.read({ id: fileId, length: size, chunkSize }, 0, size);
      try {
        for (let at = 0; at < size; ) {
          const read = await reading.read(bytes.subarray(at));
          if (read === 0) throw new FileGone(`File ${String(fileId)} is shorter than its record says.`);
          at += read;
        }
        return bytes;
      } catch (error) {
        throw error instanceof FileGone ? unknownPicture() : error;
      } finally {
        reading.release();
      }
    },

    tidyUp: async () => {
      await files.sweepAbandoned();
      const due = await model
        .find({ keptUntil: { $lt: clock() } })
        .sort({ keptUntil: 1 })
        .limit(MAX_CHECKED)
        .lean();
      let removed = 0;
      for (const record of due) {
        const isShown = await use.isShown(String(record._id));
        if (!isShown && record.unshown === true) {
          if (await remove(record)) removed += 1;
          continue;
        }
        // Unless a text that shows it was saved meanwhile.
        const { _id, keptUntil: until } = record;
        const mark = isShown ? { $unset: { unshown: 1 } } : { $set: { unshown: true } };
        await model.updateOne({ _id, keptUntil: until }, { $max: { keptUntil: keptUntil(clock()) }, ...mark });
      }
      return removed;
    },

    sweep: () => files.sweepOrphans(owners),
  };
}

const TIDY_MS = 10 * 60_000;
const SWEEP_MS = 6 * 3600 * 1000;

/** Returns the jobs that remove unused pictures, and in one process files without a picture. */
export function pictureUpkeep(
  pictures: Pictures,
  database: Pick<Database, 'connection' | 'now'>,
  log: Logger,
): readonly RepeatedJob[] {
  const sweep = async () => ((await takeJobTurn(database, 'files of no picture', SWEEP_MS / 2)) ? pictures.sweep() : 0);
  const job = (name: string, everyMs: number, work: () => Promise<number>, message: string) =>
    repeatedJob(
      {
        name,
        everyMs,
        run: async () => {
          const removed = await work();
          if (removed > 0) log.info({ removed }, message);
        },
      },
      log,
    );
  return [
    job('remove unused pictures', TIDY_MS, pictures.tidyUp, 'unused pictures were removed'),
    job('sweep files without a picture', SWEEP_MS, sweep, 'files without a picture were removed'),
  ];
}
