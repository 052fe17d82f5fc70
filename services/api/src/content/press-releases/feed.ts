import { createHash } from 'node:crypto';
import { addressOf, excerptOfHtml, type PressRelease, readPressReleaseFeed } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import { Feed } from 'feed';
import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';
import { isDuplicateKey, troubleOf } from '../../platform/database/trouble.ts';
import { withAbsoluteUrls } from './pictures/texts.ts';

/** The last `updated` of a feed. */
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

/** Returns `updated` of a feed: the time of its newest entry, but never earlier than before. */
export async function feedUpdatedAt(model: Model<FeedTimeRecord>, feed: string, newest: Date): Promise<Date> {
  const stored = await model.findById(feed).lean();
  if (stored !== null && stored.updated >= newest) return stored.updated;
  try {
    await model.updateOne({ _id: feed }, { $max: { updated: newest } }, { upsert: true });
  } catch (error) {
    // A concurrent read stored it, or the disk is full; the next read stores it.
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

/** The prefix of ids, which stay the same if the portal moves to another host. */
const TAG = 'tag:cytocomm.example,2026';

/** Returns the Atom feed of public press releases, newest first; `updated` is the time of the last change. */
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
      // The library means the time of the last change.
      date: new Date(release.updated ?? release.date),
      published: new Date(release.date),
      description: escapeHtml(excerptOfHtml(release.content, SUMMARY_LENGTH)),
      content: contained(withAbsoluteUrls(release.content, publicUrl)),
    });
  }
  const xml = feed.atom1();
  return { xml, etag: `"${createHash('sha256').update(xml).digest('base64url')}"` };
}
