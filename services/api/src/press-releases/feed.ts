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

/** Returns the Atom feed of public press releases, newest first. */
export function atomFeed(releases: readonly PressRelease[], publicUrl: string): AtomFeed {
  const newest = releases[0];
  const feed = new Feed({
    id: `${publicUrl}/news`,
    title: 'Cytocomm news',
    description: 'Press releases and company news from Cytocomm',
    link: `${publicUrl}/news`,
    feedLinks: { atom: `${publicUrl}${addressOf(readPressReleaseFeed)}` },
    language: 'en',
    // An empty feed has a fixed date: the current one would change its tag with each request.
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
      // Feed readers treat title and summary as HTML.
      title: escapeHtml(release.title),
      date,
      published: date,
      description: escapeHtml(excerptOfHtml(release.content, SUMMARY_LENGTH)),
      content: contained(withWholeAddresses(release.content, publicUrl)),
    });
  }
  const xml = feed.atom1();
  return { xml, etag: `"${createHash('sha256').update(xml).digest('base64url')}"` };
}
