/** Returns what stands in a cell as a part of one line, with its marks. */
function lineOf(cell: HTMLTableCellElement): readonly ChildNode[] {
  for (const block of cell.querySelectorAll('p, div, h2, h3, ul, ol, li, blockquote, pre'))
    block.replaceWith(...block.childNodes, ' ');
  return [...cell.childNodes];
}

/** Makes of tables what the editor can hold: none within another, none of one cell, headings as headings. */
export function flattenTables(root: HTMLElement): void {
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
