import { createHash } from 'node:crypto';
import { addressOf, excerptOfHtml, type PressRelease, readPressReleaseFeed } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import { Feed } from 'feed';
import { withWholeAddresses } from './pictures/in-html.ts';

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
