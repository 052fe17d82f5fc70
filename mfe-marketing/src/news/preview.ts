import { previewOfHtml, textOfHtml } from '@cytocomm/contract';

/** How much of a release a card shows, in characters. */
export const PREVIEW_LENGTH = 100;

/** Returns the paragraphs, headings and list entries of a piece of HTML, each as text. */
export function paragraphsOf(html: string): string[] {
  const pieces = html.split(/<\/?(?:p|h[1-6]|li|ul|ol|blockquote|pre|tr|table|div|br|hr)\b[^>]*>/i);
  return pieces.map(textOfHtml).filter((text) => text !== '');
}

/** A cell of a table, as text. */
interface TableCell {
  readonly text: string;
  readonly isHeading: boolean;
  readonly columns: number;
  readonly rows: number;
}

/** A table, as text. */
export interface TextTable {
  readonly caption: string;
  readonly rows: readonly (readonly TableCell[])[];
}

function spanIn(attributes: string, name: string): number {
  return Number(new RegExp(`${name}="(\\d+)"`).exec(attributes)?.[1] ?? 1);
}

/** Returns the cells of a row: what stands between the beginnings of cells, each split into name, attributes and text. */
function cellsOf(row: string): TableCell[] {
  const [, ...pieces] = row.split(/<(t[hd])\b([^>]*)>/i);
  return Array.from({ length: Math.floor(pieces.length / 3) }, (_, index) => {
    const [name = '', attributes = '', html = ''] = pieces.slice(index * 3, index * 3 + 3);
    const [columns, rows] = [spanIn(attributes, 'colspan'), spanIn(attributes, 'rowspan')];
    return { text: textOfHtml(html), isHeading: name.toLowerCase() === 'th', columns, rows };
  });
}

/** Returns a text without markup: its paragraphs, and its tables with their rows. */
export function partsOf(html: string): (string | TextTable)[] {
  let depth = 0;
  return html.split(/(<\/?table\b[^>]*>)/i).flatMap((piece): (string | TextTable)[] => {
    if (/^<\/?table\b/i.test(piece)) {
      depth = Math.max(0, depth + (piece.startsWith('</') ? -1 : 1));
      return [];
    }
    if (depth === 0) return paragraphsOf(piece);
    const [caption = '', ...rows] = piece.split(/<tr\b[^>]*>/i);
    return rows.length === 0 ? paragraphsOf(caption) : [{ caption: textOfHtml(caption), rows: rows.map(cellsOf) }];
  });
}

/** Returns the beginning of a release's text, with an ellipsis when there is more. */
export function previewOf(html: string): string {
  return previewOfHtml(html, PREVIEW_LENGTH);
}
