import { createHash } from 'node:crypto';
import { Types } from 'mongoose';

/** The id of one demo record: always the same, so that a second run finds what the first has made, changed or not. */
export function demoId(name: string): Types.ObjectId {
  return Types.ObjectId.createFromHexString(createHash('sha256').update(`demo ${name}`).digest('hex').slice(0, 24));
}
