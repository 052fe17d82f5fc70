import { createHash } from 'node:crypto';
import { addressOf, type PressRelease, previewOfHtml, readPressReleaseFeed } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import { Feed } from 'feed';

const SUMMARY_LENGTH = 200;

/** A feed, and the tag by which a reader knows that it has it already. */
export interface AtomFeed {
  readonly xml: string;
  readonly etag: string;
}

/** HTML that cannot end the section of text which the feed puts it into; it means the same as before. */
const contained = (html: string) => html.replaceAll(']]>', ']]&gt;');

/** The Atom feed of public press releases, newest first. */
export function atomFeed(releases: readonly PressRelease[], publicUrl: string): AtomFeed {
  const newest = releases[0];
  const feed = new Feed({
    id: `${publicUrl}/news`,
    title: 'Cytocomm news',
    description: 'Press releases and company news from Cytocomm',
    link: `${publicUrl}/news`,
    feedLinks: { atom: `${publicUrl}${addressOf(readPressReleaseFeed)}` },
    language: 'en',
    // Without any entry it has never been updated; the moment of asking would change with every request.
    updated: newest === undefined ? new Date(0) : new Date(newest.date),
    generator: false,
    author: { name: 'Cytocomm', link: publicUrl },
  });
  for (const release of releases) {
    const link = `${publicUrl}/news?release=${release.id}`;
    const date = new Date(release.date);
    feed.addItem({
      id: link,
      link,
      // Readers take title and summary for HTML; here they are plain text.
      title: escapeHtml(release.title),
      date,
      published: date,
      description: escapeHtml(previewOfHtml(release.content, SUMMARY_LENGTH)),
      content: contained(release.content),
    });
  }
  const xml = feed.atom1();
  return { xml, etag: `"${createHash('sha256').update(xml).digest('base64url')}"` };
}
