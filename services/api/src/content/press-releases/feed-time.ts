import { type Connection, type Model, Schema } from 'mongoose';
import { troubleOf } from '../../platform/database/away.ts';
import { isDuplicateKey } from '../../platform/database/duplicate-key.ts';
import { recordOptions } from '../../platform/database/record.ts';

/** When a feed was changed, as its readers were told last. */
interface FeedTimeRecord {
  readonly _id: string;
  readonly updated: Date;
}

const schema = new Schema<FeedTimeRecord>(
  { _id: { type: String, required: true }, updated: { type: Date, required: true } },
  recordOptions('feed_times'),
);

/** Returns the model of the times of feeds. */
export const feedTimeModel = (connection: Connection): Model<FeedTimeRecord> =>
  connection.model<FeedTimeRecord>('FeedTime', schema);

/** Returns what a feed says of when it was changed: the time of its newest entry, and never one before what it has said. */
export async function timeOfFeed(model: Model<FeedTimeRecord>, feed: string, newest: Date): Promise<Date> {
  const said = await model.findById(feed).lean();
  if (said !== null && said.updated >= newest) return said.updated;
  try {
    await model.updateOne({ _id: feed }, { $max: { updated: newest } }, { upsert: true });
  } catch (error) {
    // Another reader was first, or the disk is full: what is not kept now is kept at the next reading.
    if (!isDuplicateKey(error) && troubleOf(error) !== 'full') throw error;
  }
  return newest;
}
