/** Makes a box a place that Tab comes to while its table is wider than it is. */
function follow(box: HTMLElement, name: string): void {
  const isWide = box.scrollWidth > box.clientWidth;
  if (isWide === box.hasAttribute('tabindex')) return;
  if (isWide) {
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', name);
  } else for (const attribute of ['tabindex', 'role', 'aria-label']) box.removeAttribute(attribute);
}

/** Returns the box around a table, which is put there when it is missing. */
function boxOf(table: HTMLTableElement): HTMLElement {
  const { parentElement } = table;
  if (parentElement?.dataset.tableBox !== undefined) return parentElement;
  const box = table.ownerDocument.createElement('div');
  box.dataset.tableBox = '';
  table.replaceWith(box);
  box.append(table);
  return box;
}

/**
 * Puts each table of a text into a box in which it scrolls when it is wider than the text, by keyboard, too; the box is
 * named by the table's caption. Returns what ends the watching of widths.
 */
export function boxTables(text: HTMLElement): () => void {
  const names = new Map<HTMLElement, string>();
  const update = () => {
    for (const [box, name] of names) follow(box, name);
  };
  const widths = 'ResizeObserver' in window ? new ResizeObserver(update) : undefined;
  for (const [index, table] of [...text.querySelectorAll('table')].entries()) {
    if (table.parentElement?.closest('table')) continue;
    const box = boxOf(table);
    names.set(box, table.caption?.textContent.trim() || `Table ${index + 1}`);
    widths?.observe(box);
    widths?.observe(table);
  }
  return () => widths?.disconnect();
}
