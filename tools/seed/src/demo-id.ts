import { createHash } from 'node:crypto';
import { Types } from 'mongoose';

/** Returns the id of a demo record: always the same, so that a second run finds it. */
export function demoId(name: string): Types.ObjectId {
  return Types.ObjectId.createFromHexString(createHash('sha256').update(`demo ${name}`).digest('hex').slice(0, 24));
}
