import type { Model, Types } from 'mongoose';
import type { PressReleaseRecord } from './model.ts';
import { unknownRelease } from './unknown-release.ts';

/** Returns a release, drafts included. Throws 404 when there is none. */
export async function findRelease(
  model: Model<PressReleaseRecord>,
  id: string | Types.ObjectId,
): Promise<PressReleaseRecord> {
  const record = await model.findOne({ _id: id, removedAt: null }).lean();
  if (record === null) throw unknownRelease();
  return record;
}
