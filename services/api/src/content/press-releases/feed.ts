import { createHash } from 'node:crypto';
import { addressOf, excerptOfHtml, type PressRelease, readPressReleaseFeed } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import { Feed } from 'feed';
import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';
import { isDuplicateKey, troubleOf } from '../../platform/database/trouble.ts';
import { withWholeAddresses } from './pictures/in-html.ts';

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

const SUMMARY_LENGTH = 200;

/** A feed with its entity tag. */
export interface AtomFeed {
  readonly xml: string;
  readonly etag: string;
}

/** Escapes the end of a CDATA section. */
const contained = (html: string) => html.replaceAll(']]>', ']]&gt;');

/** Begins the ids of the feed and its entries: they stay what they are when the portal moves to another host. */
const TAG = 'tag:cytocomm.example,2026';

/** Returns the Atom feed of public press releases, newest first; `updated` is when it was changed. */
export function atomFeed(releases: readonly PressRelease[], publicUrl: string, updated: Date): AtomFeed {
  const feed = new Feed({
    id: `${TAG}:news`,
    title: 'Cytocomm news',
    description: 'Press releases and company news from Cytocomm',
    link: `${publicUrl}/news`,
    feedLinks: { atom: `${publicUrl}${addressOf(readPressReleaseFeed)}` },
    language: 'en',
    updated,
    generator: false,
    author: { name: 'Cytocomm', link: publicUrl },
  });
  for (const release of releases) {
    const link = `${publicUrl}/news?release=${release.id}`;
    feed.addItem({
      id: `${TAG}:press-release:${release.id}`,
      link,
      // Feed readers treat title and summary as HTML.
      title: escapeHtml(release.title),
      // What the library calls so is when the entry was changed.
      date: new Date(release.updated ?? release.date),
      published: new Date(release.date),
      description: escapeHtml(excerptOfHtml(release.content, SUMMARY_LENGTH)),
      content: contained(withWholeAddresses(release.content, publicUrl)),
    });
  }
  const xml = feed.atom1();
  return { xml, etag: `"${createHash('sha256').update(xml).digest('base64url')}"` };
}
