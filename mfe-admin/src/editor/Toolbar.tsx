import { Checkbox, TextField } from '@cytocomm/kit';
import { isInTable } from '@tiptap/pm/tables';
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import classes from './editor.module.css';
import { askForPicture } from './pictures/pictures.ts';
import { ButtonBar, FormRow, ToolButton } from './ToolbarParts.tsx';
import { insertTable, MAX_COLUMNS, MAX_ROWS } from './tables/table-commands.ts';

/** Returns the error of a number of rows or columns; null for one from 1 to `most`. */
function faultOf(text: string, most: number): string | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? null : `Enter a number from 1 to ${most}.`;
}

interface TableFormProps {
  readonly editor: Editor;
  readonly onDone: () => void;
}

/** Asks how large a new table is, and inserts it. */
function TableForm({ editor, onDone }: TableFormProps) {
  const [rows, setRows] = useState('3');
  const [columns, setColumns] = useState('3');
  const [hasHeader, setHasHeader] = useState(true);
  const [asked, setAsked] = useState(false);
  const faults = { rows: faultOf(rows, MAX_ROWS), columns: faultOf(columns, MAX_COLUMNS) };
  const insert = (): boolean => {
    setAsked(true);
    if (faults.rows !== null || faults.columns !== null) return false;
    insertTable({ rows: Number(rows), columns: Number(columns), hasHeader })(editor.state, editor.view.dispatch);
    return true;
  };
  return (
    <FormRow editor={editor} label="New table" applyLabel="Insert table" onApply={insert} onDone={onDone}>
      <TextField
        label="Rows"
        inputMode="numeric"
        value={rows}
        error={asked ? faults.rows : null}
        onChange={(event) => setRows(event.target.value)}
      />
      <TextField
        label="Columns"
        inputMode="numeric"
        value={columns}
        error={asked ? faults.columns : null}
        onChange={(event) => setColumns(event.target.value)}
      />
      <Checkbox label="Header row" checked={hasHeader} onChange={(event) => setHasHeader(event.target.checked)} />
    </FormRow>
  );
}

interface LinkFormProps {
  readonly editor: Editor;
  readonly onDone: () => void;
}

/** Asks where the selected words lead to. */
function LinkForm({ editor, onDone }: LinkFormProps) {
  const [address, setAddress] = useState('https://');
  const [error, setError] = useState<string | null>(null);
  const apply = (): boolean => {
    if (!/^(https?:\/\/[^\s/]+\S*|mailto:\S+@\S+|\/\S*)$/i.test(address.trim())) {
      setError('Enter a whole address, such as https://example.com.');
      return false;
    }
    const href = address.trim();
    // Nothing selected: the address itself becomes the words of the link.
    if (editor.state.selection.empty) {
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    } else editor.chain().focus().setLink({ href }).run();
    return true;
  };
  return (
    <FormRow editor={editor} label="Link" applyLabel="Set link" onApply={apply} onDone={onDone}>
      <TextField
        label="Link to"
        type="url"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.target.value)}
      />
    </FormRow>
  );
}

/** A button that switches a mark or a kind of block: its name and sign, whether it is on, and what switches it. */
type Tool = readonly [
  name: string,
  sign: string,
  isOn: (editor: Editor) => boolean,
  toggle: (chain: ChainedCommands) => ChainedCommands,
];

const tools: readonly Tool[] = [
  ['Bold', 'B', (editor) => editor.isActive('bold'), (chain) => chain.toggleBold()],
  ['Italic', 'I', (editor) => editor.isActive('italic'), (chain) => chain.toggleItalic()],
  ['Superscript', 'x²', (editor) => editor.isActive('superscript'), (chain) => chain.toggleMark('superscript')],
  ['Subscript', 'x₂', (editor) => editor.isActive('subscript'), (chain) => chain.toggleMark('subscript')],
  ['Heading', 'H2', (editor) => editor.isActive('heading', { level: 2 }), (chain) => chain.toggleHeading({ level: 2 })],
  [
    'Subheading',
    'H3',
    (editor) => editor.isActive('heading', { level: 3 }),
    (chain) => chain.toggleHeading({ level: 3 }),
  ],
  ['Bullet list', '•', (editor) => editor.isActive('bulletList'), (chain) => chain.toggleBulletList()],
  ['Numbered list', '1.', (editor) => editor.isActive('orderedList'), (chain) => chain.toggleOrderedList()],
  ['Quote', '“', (editor) => editor.isActive('blockquote'), (chain) => chain.toggleBlockquote()],
];

interface ToolbarProps {
  readonly editor: Editor;
}

/** The buttons above the text. */
export function Toolbar({ editor }: ToolbarProps) {
  const [asks, setAsks] = useState<'link' | 'table' | null>(null);
  const active = useEditorState({
    editor,
    selector: ({ editor: present }) => ({
      tools: tools.filter(([, , isOn]) => isOn(present)).map(([name]) => name),
      link: present.isActive('link'),
      table: isInTable(present.state),
      undo: present.can().undo(),
      redo: present.can().redo(),
    }),
  });
  const ask = (form: 'link' | 'table') => setAsks(asks === form ? null : form);
  return (
    <>
      <ButtonBar label="Formatting" onLeave={() => editor.commands.focus()}>
        {tools.map(([name, sign, , toggle]) => (
          <ToolButton
            key={name}
            name={name}
            sign={sign}
            className={classes[name.toLowerCase()]}
            pressed={active.tools.includes(name)}
            onClick={() => toggle(editor.chain().focus()).run()}
          />
        ))}
        <ToolButton
          name={active.link ? 'Unlink' : 'Link'}
          pressed={active.link}
          onClick={() => (active.link ? editor.chain().focus().unsetLink().run() : ask('link'))}
        />
        <ToolButton name="Table" disabled={active.table} onClick={() => ask('table')} />
        <ToolButton name="Picture" onClick={() => askForPicture(editor.view, {})} />
        <span className={classes.space} />
        <ToolButton name="Undo" disabled={!active.undo} onClick={() => editor.chain().focus().undo().run()} />
        <ToolButton name="Redo" disabled={!active.redo} onClick={() => editor.chain().focus().redo().run()} />
      </ButtonBar>
      {asks === 'link' ? <LinkForm editor={editor} onDone={() => setAsks(null)} /> : null}
      {asks === 'table' ? <TableForm editor={editor} onDone={() => setAsks(null)} /> : null}
    </>
  );
}
