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
export function withoutInlinePictures(html: string): string {
  return html.replace(INLINE_PICTURE, '');
}

/** Returns a sentence about what is too much to be read; null for what is not. Counts before anything is read. */
export function refusalOf(html: string): string | null {
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
