import type { Model } from 'mongoose';
import type { Core } from '../../../platform/core.ts';
import { ApiError } from '../../../platform/http/problem.ts';
import type { PictureRecord } from './model.ts';

const MB = 1024 * 1024;
const inMb = (bytes: number) => (bytes / MB).toFixed(1);

/** Bounds how many bytes the pictures of press releases take in the database. */
export interface PictureQuota {
  /**
   * Throws 409 unless `bytes` more may be stored, one by default. Those that other processes store at this moment are not
   * counted.
   */
  assertRoom(bytes?: number): Promise<void>;
}

/** Creates the quota of all pictures. */
export function createPictureQuota({ config }: Pick<Core, 'config'>, model: Model<PictureRecord>): PictureQuota {
  return {
    assertRoom: async (bytes = 1) => {
      const [sum] = await model.aggregate<{ bytes: number }>([
        // Every picture has it: the condition names the index to be read.
        { $match: { keptUntil: { $gte: new Date(0) } } },
        { $unwind: '$forms' },
        { $group: { _id: null, bytes: { $sum: '$forms.size' } } },
      ]);
      const taken = sum?.bytes ?? 0;
      if (taken + bytes <= config.maxPicturesBytes) return;
      const detail =
        `The pictures of press releases take ${inMb(taken)} MB and may take ${inMb(config.maxPicturesBytes)} MB. ` +
        'Ask an operator to raise MAX_PICTURES_MB. A picture makes room weeks after no text shows it any more, ' +
        'not even an earlier version or one in the bin.';
      throw new ApiError(409, 'quota-exceeded', detail);
    },
  };
}
