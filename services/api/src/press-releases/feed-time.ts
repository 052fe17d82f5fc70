import { type Connection, type Model, Schema } from 'mongoose';
import { troubleOf } from '../database/away.ts';
import { recordOptions } from '../database/record.ts';

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
  const told = await model.findById(feed).lean();
  if (told !== null && told.updated >= newest) return told.updated;
  try {
    await model.updateOne({ _id: feed }, { $max: { updated: newest } }, { upsert: true });
  } catch (error) {
    // A full disk ends no reading; what is not kept now is kept at the next.
    if (troubleOf(error) !== 'full') throw error;
  }
  return newest;
}
