import { RELEASE_CONTENT_LENGTH } from '@cytocomm/contract';
import { foreignElements, sanitizeHtml } from '@cytocomm/kit/html';
import { restoreEmphasis } from './emphasis.ts';
import { restoreNumbers } from './list-numbers.ts';
import { refusalOf, withoutInlinePictures } from './paste-bounds.ts';
import { mendParagraphs, nameBlocks, rename } from './pasted-blocks.ts';
import { flattenTables } from './pasted-tables.ts';
import { styleReader } from './styles.ts';
import { restoreWordLists } from './word-lists.ts';

/** What is left of pasted HTML, or why nothing is. */
export interface Pasted {
  readonly html: string;
  /** A sentence for the person; null when there is nothing to tell. */
  readonly note: string | null;
  readonly isRefused: boolean;
}

const NO_PICTURES = 'Pictures were left out. Insert them with the Picture button.';

const HEADINGS: Readonly<Record<string, string>> = { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3' };

const declares = (element: Element, rule: RegExp) => rule.test(element.getAttribute('style') ?? '');
const HIDDEN = /(?:^|;)\s*(?:display:\s*none|mso-hide:\s*all|mso-element:\s*comment-list)/i;

/** Takes away what nobody sees in the document, or what was deleted there. */
function dropUnseen(root: HTMLElement): void {
  for (const element of root.querySelectorAll('del:is([cite], [datetime]), .MsoCommentReference, .EOP'))
    element.remove();
  for (const element of root.querySelectorAll('[style]')) if (declares(element, HIDDEN)) element.remove();
  // Spaces that Word counts out.
  for (const element of root.querySelectorAll('[style*="mso-spacerun" i]')) element.replaceWith(' ');
}

/** Makes headings of two levels: the title of the page is the release's own. */
function restoreHeadings(root: HTMLElement): void {
  for (const title of root.querySelectorAll('p.MsoTitle')) rename(title, 'h2');
  for (const heading of root.querySelectorAll('p[role=heading]'))
    rename(heading, Number(heading.getAttribute('aria-level')) > 2 ? 'h3' : 'h2');
  for (const [name, other] of Object.entries(HEADINGS))
    for (const heading of root.querySelectorAll(name)) rename(heading, other);
}

/** Leads links where they lead in the end; those to places in the document, or on somebody's disk, become words. */
function mendLinks(root: HTMLElement): void {
  for (const link of root.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    const url = URL.parse(href);
    const isRedirect = url?.hostname === 'www.google.com' && url.pathname === '/url';
    const target = isRedirect ? (url.searchParams.get('q') ?? url.searchParams.get('url')) : null;
    if (target !== null && /^https?:\/\//i.test(target)) link.setAttribute('href', target);
    else if (href === '' || href.startsWith('#')) link.replaceWith(...link.childNodes);
  }
}

/** Returns what the editor takes of HTML from the clipboard: structure, emphasis and links, and nothing of its looks. */
export function pastedHtml(html: string): Pasted {
  const read = withoutInlinePictures(html);
  const refusal = refusalOf(read);
  if (refusal !== null) return { html: '', note: refusal, isRefused: true };
  const root = foreignElements(read);
  const pictures = root.querySelectorAll('img').length;
  dropUnseen(root);
  nameBlocks(root);
  restoreWordLists(root);
  restoreNumbers(root);
  restoreHeadings(root);
  flattenTables(root);
  restoreEmphasis(root, styleReader(read));
  mendLinks(root);
  mendParagraphs(root);
  // Where a picture stood, an empty paragraph is left.
  const clean = sanitizeHtml(root.innerHTML).replaceAll('<p></p>', '');
  if (clean.length > RELEASE_CONTENT_LENGTH) {
    const limit = RELEASE_CONTENT_LENGTH.toLocaleString('en-US');
    return {
      html: '',
      note: `That is more than a release holds (${limit} characters). Paste a part.`,
      isRefused: true,
    };
  }
  const kept = clean.match(/<img\b/g)?.length ?? 0;
  return { html: clean, note: kept < pictures ? NO_PICTURES : null, isRefused: false };
}
