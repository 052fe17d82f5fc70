import { Checkbox, TextField } from '@cytocomm/kit';
import { isInTable } from '@tiptap/pm/tables';
import { type Editor, useEditorState } from '@tiptap/react';
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

interface Tool {
  readonly name: string;
  readonly sign: string;
  readonly active: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => boolean;
}

const tools: readonly Tool[] = [
  {
    name: 'Bold',
    sign: 'B',
    active: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'Italic',
    sign: 'I',
    active: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'Superscript',
    sign: 'x²',
    active: (editor) => editor.isActive('superscript'),
    run: (editor) => editor.chain().focus().toggleMark('superscript').run(),
  },
  {
    name: 'Subscript',
    sign: 'x₂',
    active: (editor) => editor.isActive('subscript'),
    run: (editor) => editor.chain().focus().toggleMark('subscript').run(),
  },
  {
    name: 'Heading',
    sign: 'H2',
    active: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'Subheading',
    sign: 'H3',
    active: (editor) => editor.isActive('heading', { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: 'Bullet list',
    sign: '•',
    active: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'Numbered list',
    sign: '1.',
    active: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'Quote',
    sign: '“',
    active: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
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
      tools: tools.filter((tool) => tool.active(present)).map(({ name }) => name),
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
        {tools.map((tool) => (
          <ToolButton
            key={tool.name}
            name={tool.name}
            sign={tool.sign}
            className={classes[tool.name.toLowerCase()]}
            pressed={active.tools.includes(tool.name)}
            onClick={() => tool.run(editor)}
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
