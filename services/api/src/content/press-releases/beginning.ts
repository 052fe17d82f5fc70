import { excerptOfHtml } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import { mailArticle } from '../../platform/mail/article.ts';

/** How much of a text a mail holds, in bytes: mail programs show some 100 KB, and what stands behind it has the links. */
const MAX_BYTES = 75 * 1024;
/** How much of a paragraph or table that is longer by itself, in characters. */
const MAX_EXCERPT = 5000;
const REST = '<p><em>This is the beginning. The whole text is on the portal.</em></p>';

/** A tag in clean HTML, whose attributes hold no `>`. */
const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g;
/** Elements without an end. */
const EMPTY = new Set(['br', 'hr', 'img', 'col']);

/** Yields the places in clean HTML where no element is open. */
function* endsOfBlocks(html: string): Generator<number> {
  let depth = 0;
  for (const { index, 0: tag, 1: slash, 2: name = '' } of html.matchAll(TAG)) {
    if (!EMPTY.has(name)) depth += slash === '/' ? -1 : 1;
    if (depth === 0) yield index + tag.length;
  }
}

/** Returns clean HTML as a mail can hold it: what is too long ends behind a paragraph, or whatever else stands by itself, and says so. */
export function beginningForMail(html: string): string {
  if (Buffer.byteLength(mailArticle(html)) <= MAX_BYTES) return html;
  let [end, bytes] = [0, 0];
  for (const next of endsOfBlocks(html)) {
    bytes += Buffer.byteLength(mailArticle(html.slice(end, next)));
    if (bytes > MAX_BYTES) break;
    end = next;
  }
  const beginning = end === 0 ? `<p>${escapeHtml(excerptOfHtml(html, MAX_EXCERPT))}</p>` : html.slice(0, end);
  return beginning + REST;
}
