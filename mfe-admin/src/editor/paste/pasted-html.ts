import { RELEASE_CONTENT_LENGTH } from '@cytocomm/contract';
import { foreignElements, sanitizeHtml } from '@cytocomm/kit/html';
import { restoreEmphasis, styleReader } from './emphasis.ts';
import { restoreNumbers } from './list-numbers.ts';
import { mendParagraphs, nameBlocks, rename } from './pasted-blocks.ts';
import { restoreWordLists } from './word-lists.ts';

/** The longest HTML that is read, in characters, without the pictures in it. */
const MAX_LENGTH = 2_000_000;
/** The deepest nesting; what word processors write stays below 30. */
const MAX_DEPTH = 200;
/** The most cells of tables: the editor takes seconds to draw more. */
const MAX_CELLS = 2000;
/** The most elements and comments: as many arguments of one call are possible, with the texts between them. */
const MAX_PARTS = 50_000;

/** Pictures that stand in the text itself, which can be megabytes long. */
const INLINE_PICTURE = /\bdata:image\/[^"')\s>]*/gi;
/** Elements that end by themselves, or have no end: they do not nest. */
const ENDLESS = new Set(
  'area base br col dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr wbr'.split(
    ' ',
  ),
);

function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash, name = '', rest = ''] of html.matchAll(/<(\/?)([a-z][\w:-]*)([^<>]*)/gi)) {
    if (ENDLESS.has(name.toLowerCase()) || rest.endsWith('/')) continue;
    depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Returns HTML without the pictures that stand in it. */
function withoutInlinePictures(html: string): string {
  return html.replace(INLINE_PICTURE, '');
}

/** Returns a sentence about what is too much to be read; null for what is not. Counts before anything is read. */
function refusalOf(html: string): string | null {
  if (html.length > MAX_LENGTH)
    return `That is too much at once: ${Math.round(html.length / 1e6)} million characters with its formats. Paste it in parts.`;
  const cells = html.match(/<t[dh]\b/gi)?.length ?? 0;
  if (cells > MAX_CELLS)
    return `That is too much at once: tables with ${cells} cells, and ${MAX_CELLS} are possible. Paste a part of them.`;
  if (depthOf(html) > MAX_DEPTH)
    return 'That could not be read: its parts stand too deep in one another. Paste it as plain text.';
  const parts = html.match(/<[a-z!]/gi)?.length ?? 0;
  if (parts > MAX_PARTS)
    return `That is too much at once: it is made of ${parts} parts, and ${MAX_PARTS} are possible. Paste a part of it.`;
  return null;
}

/** Returns the content of a cell as a part of one line, with its marks. */
function lineOf(cell: HTMLTableCellElement): readonly ChildNode[] {
  for (const block of cell.querySelectorAll('p, div, h2, h3, ul, ol, li, blockquote, pre'))
    block.replaceWith(...block.childNodes, ' ');
  return [...cell.childNodes];
}

/** Makes of tables what the editor can hold: none within another, none of one cell, headings as headings. */
function flattenTables(root: HTMLElement): void {
  // Of a table in a cell the rows are left, as paragraphs; the innermost comes first.
  for (const table of [...root.querySelectorAll<HTMLTableElement>('table table')].reverse()) {
    const rows = [...table.rows].map((row) => {
      const paragraph = table.ownerDocument.createElement('p');
      for (const cell of row.cells) paragraph.append(...(paragraph.hasChildNodes() ? [' '] : []), ...lineOf(cell));
      return paragraph;
    });
    table.replaceWith(...rows);
  }
  for (const table of root.querySelectorAll('table')) {
    const cells = [...table.rows].flatMap((row) => [...row.cells]);
    // A single cell of a spreadsheet, or a frame around a text.
    const [only] = cells;
    if (only === undefined || cells.length === 1) {
      const frame = table.ownerDocument.createElement('div');
      frame.append(...(only?.childNodes ?? []));
      table.replaceWith(frame);
      continue;
    }
    for (const cell of table.tHead?.querySelectorAll('td') ?? []) {
      const heading = table.ownerDocument.createElement('th');
      for (const name of ['colspan', 'rowspan']) {
        const value = cell.getAttribute(name);
        if (value !== null) heading.setAttribute(name, value);
      }
      heading.append(...cell.childNodes);
      cell.replaceWith(heading);
    }
  }
}

/** Pasted HTML as the editor takes it. */
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

/** Removes what is hidden or deleted in the document. */
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

/** Converts HTML from the clipboard to what the editor holds: structure, emphasis and links, no looks. */
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
  const remaining = clean.match(/<img\b/g)?.length ?? 0;
  return { html: clean, note: remaining < pictures ? NO_PICTURES : null, isRefused: false };
}
