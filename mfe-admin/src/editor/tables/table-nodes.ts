import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import { type Editor, Extension, Node } from '@tiptap/react';
import classes from './tables.module.css';

/** Returns how a table is shown while it is written: its caption is no text to type in. */
function createTableView({ node }: { readonly node: DocumentNode }) {
  const dom = document.createElement('div');
  dom.className = classes.box ?? '';
  const table = dom.appendChild(document.createElement('table'));
  const caption = document.createElement('caption');
  caption.contentEditable = 'false';
  const contentDOM = document.createElement('tbody');
  const show = (present: DocumentNode) => {
    caption.textContent = String(present.attrs.caption);
    table.replaceChildren(...(caption.textContent === '' ? [] : [caption]), contentDOM);
  };
  show(node);
  return {
    dom,
    contentDOM,
    update: (next: DocumentNode) => {
      if (next.type !== node.type) return false;
      if (caption.textContent !== next.attrs.caption) show(next);
      return true;
    },
    ignoreMutation: (mutation: { readonly target: globalThis.Node; readonly type: string }) =>
      mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  };
}

/** Returns the change after which each heading of a table names what stands below or beside it; undefined for none. */
function fixScopes(state: EditorState): Transaction | undefined {
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

/** The largest number of columns or rows that one cell spans; the server keeps no larger one. */
const MAX_SPAN = 50;

/** What ProseMirror's commands for tables know the nodes by. */
const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

function span(name: 'colspan' | 'rowspan') {
  return {
    [name]: {
      default: 1,
      parseHTML: (element: HTMLElement) => {
        const number = Number(element.getAttribute(name));
        return Number.isInteger(number) && number >= 1 && number <= MAX_SPAN ? number : 1;
      },
      // One is what a cell spans anyway: nothing is written that the server takes away.
      renderHTML: ({ [name]: number }: Record<string, unknown>) => (number === 1 ? {} : { [name]: number }),
    },
  };
}

const Table = Node.create({
  name: 'table',
  content: 'tableRow+',
  isolating: true,
  addAttributes: () => ({
    caption: {
      default: '',
      parseHTML: (element: HTMLElement) => element.querySelector('caption')?.textContent?.trim() ?? '',
      rendered: false,
    },
  }),
  // The caption is an attribute: as content it would become a cell.
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML: ({ node }) => {
    const caption = String(node.attrs.caption);
    return caption === '' ? ['table', ['tbody', 0]] : ['table', ['caption', caption], ['tbody', 0]];
  },
  addNodeView: () => createTableView,
});

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({ ...span('colspan'), ...span('rowspan') }),
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
});

const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({
    ...span('colspan'),
    ...span('rowspan'),
    scope: { default: 'col', parseHTML: ({ scope }: HTMLTableCellElement) => (scope === 'row' ? 'row' : 'col') },
  }),
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
});

/** Puts the cursor behind the table that it stands in. */
function leaveTable(editor: Editor): boolean {
  const { state, view } = editor;
  const { $head } = state.selection;
  for (let depth = $head.depth; depth > 0; depth -= 1) {
    if ($head.node(depth).type.name !== 'table') continue;
    const after = $head.after(depth);
    const change = state.tr;
    const paragraph = state.schema.nodes.paragraph;
    if (paragraph && state.doc.resolve(after).nodeAfter === null) change.insert(after, paragraph.create());
    view.dispatch(change.setSelection(TextSelection.near(change.doc.resolve(after))).scrollIntoView());
    return true;
  }
  return false;
}

/** A text whose tables stand between its other blocks, never in a list, a quote or another table. */
const Text = Node.create({ name: 'doc', topNode: true, content: '(block | table)+' });

/** Tables, and the document that holds them. */
export const tables = Extension.create({
  name: 'tables',
  addExtensions: () => [Text, Table, TableRow, TableCell, TableHeader],
  extendNodeSchema: ({ name }) => (name in ROLES ? { tableRole: ROLES[name] } : {}),
  addProseMirrorPlugins: () => [
    tableEditing(),
    new Plugin({
      appendTransaction: (changes, _, state) =>
        changes.some(({ docChanged }) => docChanged) ? fixScopes(state) : undefined,
    }),
  ],
  addKeyboardShortcuts: () => {
    const move =
      (direction: -1 | 1) =>
      ({ editor }: { editor: Editor }) =>
        // In the last cell there is no next one: Tab goes on in the page, as it does everywhere.
        goToNextCell(direction)(editor.state, editor.view.dispatch);
    return { Tab: move(1), 'Shift-Tab': move(-1), Escape: ({ editor }) => leaveTable(editor) };
  },
});
