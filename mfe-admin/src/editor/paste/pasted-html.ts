import { RELEASE_CONTENT_LENGTH } from '@cytocomm/contract';
import { foreignElements, sanitizeHtml } from '@cytocomm/kit/html';
import { refusalOf, withoutInlinePictures } from './paste-bounds.ts';
import { flattenTables } from './pasted-tables.ts';
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
const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, table, blockquote, pre, hr';

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

function wrapContent(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

const declares = (element: Element, rule: RegExp) => rule.test(element.getAttribute('style') ?? '');
const BOLD = /(?:^|;)\s*font-weight:\s*(?:bold|[6-9]00)/i;
const NOT_BOLD = /(?:^|;)\s*font-weight:\s*(?:normal|[1-5]00)/i;
const ITALIC = /(?:^|;)\s*font-style:\s*italic/i;
const RAISED = /(?:^|;)\s*vertical-align:\s*super/i;
const LOWERED = /(?:^|;)\s*vertical-align:\s*sub/i;
const HIDDEN = /(?:^|;)\s*(?:display:\s*none|mso-hide:\s*all|mso-element:\s*comment-list)/i;

/** Takes away what nobody sees in the document, or what was deleted there. */
function dropUnseen(root: HTMLElement): void {
  for (const element of root.querySelectorAll('del, .MsoCommentReference, .EOP')) element.remove();
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

/** Makes elements of styles that are bold, italic, raised or lowered. A heading is bold anyway. */
function restoreEmphasis(root: HTMLElement): void {
  // Google's frame around everything, and words that are not bold in bold ones.
  for (const element of root.querySelectorAll('b, strong')) if (declares(element, NOT_BOLD)) unwrap(element);
  for (const element of root.querySelectorAll('span, font, a, td')) {
    if (element.textContent.trim() === '' || element.querySelector(BLOCKS) !== null) continue;
    // 10 to the 6th is no 106.
    if (declares(element, RAISED) && element.querySelector('sup') === null) wrapContent(element, 'sup');
    if (declares(element, LOWERED) && element.querySelector('sub') === null) wrapContent(element, 'sub');
    const isHeading = element.closest('h2, h3, th') !== null;
    if (!isHeading && declares(element, BOLD)) wrapContent(element, 'strong');
    if (!isHeading && declares(element, ITALIC)) wrapContent(element, 'em');
  }
  for (const bold of root.querySelectorAll(':is(h2, h3, th) :is(b, strong)')) unwrap(bold);
}

/** Leads links where they lead in the end; those to places in the document, or on somebody's disk, become words. */
function mendLinks(root: HTMLElement): void {
  for (const link of root.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    const url = URL.parse(href);
    const isRedirect = url?.hostname === 'www.google.com' && url.pathname === '/url';
    const target = isRedirect ? (url.searchParams.get('q') ?? url.searchParams.get('url')) : null;
    if (target !== null && /^https?:\/\//i.test(target)) link.setAttribute('href', target);
    else if (href === '' || href.startsWith('#')) unwrap(link);
  }
}

/** Makes paragraphs of blocks without a meaning, and takes away the empty ones between which a document breathes. */
function mendParagraphs(root: HTMLElement): void {
  for (const block of root.querySelectorAll('div')) if (block.querySelector(BLOCKS) === null) rename(block, 'p');
  for (const paragraph of root.querySelectorAll('p, h2, h3'))
    if (paragraph.textContent.trim() === '' && paragraph.querySelector('img') === null) paragraph.remove();
  for (const rest of root.querySelectorAll(':scope > br')) rest.remove();
}

/** Returns what the editor takes of HTML from the clipboard: structure, emphasis and links, and nothing of its looks. */
export function pastedHtml(html: string): Pasted {
  const read = withoutInlinePictures(html);
  const refusal = refusalOf(read);
  if (refusal !== null) return { html: '', note: refusal, isRefused: true };
  const root = foreignElements(read);
  const pictures = root.querySelectorAll('img').length;
  dropUnseen(root);
  restoreWordLists(root);
  restoreHeadings(root);
  flattenTables(root);
  restoreEmphasis(root);
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
