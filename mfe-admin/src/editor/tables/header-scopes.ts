import type { EditorState, Transaction } from '@tiptap/pm/state';

/** Returns the change after which each heading of a table names what stands below or beside it; undefined for none. */
export function fixScopes(state: EditorState): Transaction | undefined {
  const change = state.tr;
  state.doc.forEach((table, start) => {
    if (table.type.name !== 'table') return;
    table.forEach((row, rowStart, index) => {
      const scope = index === 0 ? 'col' : 'row';
      row.forEach((cell, cellStart) => {
        // The place of a cell: behind the openings of the table and of its row.
        if (cell.type.name === 'tableHeader' && cell.attrs.scope !== scope)
          change.setNodeAttribute(start + rowStart + cellStart + 2, 'scope', scope);
      });
    });
  });
  return change.docChanged ? change : undefined;
}
