import type { Command, EditorState } from '@tiptap/pm/state';
import { TextSelection } from '@tiptap/pm/state';
import { isInTable, rowIsHeader, selectedRect } from '@tiptap/pm/tables';

/** The largest table that is inserted at once; rows and columns can be added to it. */
export const MAX_ROWS = 50;
export const MAX_COLUMNS = 20;

/** A table to insert. */
export interface NewTable {
  readonly rows: number;
  readonly columns: number;
  /** Its first row names its columns. */
  readonly hasHeader: boolean;
}

/** Returns the command that inserts an empty table after the paragraph, list or table with the cursor. */
export function insertTable({ rows, columns, hasHeader }: NewTable): Command {
  return (state, dispatch) => {
    const { table, tableRow, tableCell, tableHeader } = state.schema.nodes;
    if (!table || !tableRow || !tableCell || !tableHeader) return false;
    const row = (isHeader: boolean) => {
      const cell = (isHeader ? tableHeader : tableCell).createAndFill();
      return tableRow.create(null, cell === null ? [] : Array.from({ length: columns }, () => cell));
    };
    const body = Array.from({ length: rows }, (_, index) => row(hasHeader && index === 0));
    const { $to } = state.selection;
    const block = $to.depth === 0 ? null : $to.node(1);
    const isReplaced = block?.isTextblock === true && block.content.size === 0;
    const end = block === null ? $to.pos : $to.after(1);
    const start = isReplaced ? $to.before(1) : end;
    const change = state.tr.replaceWith(start, end, table.create(null, body));
    dispatch?.(change.setSelection(TextSelection.near(change.doc.resolve(start + 1))).scrollIntoView());
    return true;
  };
}

/** Returns the caption of the table with the cursor; null outside of one. */
export function captionAt(state: EditorState): string | null {
  return isInTable(state) ? String(selectedRect(state).table.attrs.caption) : null;
}

/** Returns the command that sets the caption of the table with the cursor; an empty one removes it. */
export function setCaption(caption: string): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false;
    dispatch?.(state.tr.setNodeAttribute(selectedRect(state).tableStart - 1, 'caption', caption.trim()));
    return true;
  };
}

/** Whether the first row of the table with the cursor names its columns. */
export function hasHeaderRow(state: EditorState): boolean {
  if (!isInTable(state)) return false;
  const { map, table } = selectedRect(state);
  return rowIsHeader(map, table, 0);
}

/** Whether the cursor stands in the row that names the columns; no row comes before it. */
export function isInHeaderRow(state: EditorState): boolean {
  return hasHeaderRow(state) && selectedRect(state).top === 0;
}

/** Whether all rows of the table are selected, or its only one: what is left of it would be no table. */
export function isEachRow(state: EditorState): boolean {
  const { top, bottom, map } = selectedRect(state);
  return top === 0 && bottom === map.height;
}

/** Whether all columns of the table are selected, or its only one. */
export function isEachColumn(state: EditorState): boolean {
  const { left, right, map } = selectedRect(state);
  return left === 0 && right === map.width;
}
