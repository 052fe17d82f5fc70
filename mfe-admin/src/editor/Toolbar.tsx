import { isInTable } from '@tiptap/pm/tables';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { ButtonBar } from './ButtonBar.tsx';
import classes from './editor.module.css';
import { LinkForm } from './LinkForm.tsx';
import { askForPicture } from './pictures/asking.ts';
import { ToolButton } from './ToolButton.tsx';
import { TableForm } from './tables/TableForm.tsx';

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

/** Properties of {@link Toolbar}. */
export interface ToolbarProps {
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
