import { Button, classNames, TextField } from '@cytocomm/kit';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import classes from './editor.module.css';

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

/** The buttons above the text. */
export function Toolbar({ editor }: { readonly editor: Editor }) {
  const [linking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: present }) => ({
      tools: tools.filter((tool) => tool.active(present)).map(({ name }) => name),
      link: present.isActive('link'),
      undo: present.can().undo(),
      redo: present.can().redo(),
    }),
  });
  return (
    <>
      <div role="toolbar" aria-label="Formatting" className={classes.toolbar}>
        {tools.map((tool) => (
          <button
            key={tool.name}
            type="button"
            aria-label={tool.name}
            title={tool.name}
            aria-pressed={active.tools.includes(tool.name)}
            // A sign is a picture made of letters, not the button's words.
            data-sign={tool.sign}
            className={classNames(classes.tool, classes[tool.name.toLowerCase()])}
            onClick={() => tool.run(editor)}
          />
        ))}
        <button
          type="button"
          aria-pressed={active.link}
          className={classes.tool}
          onClick={() => (active.link ? editor.chain().focus().unsetLink().run() : setLinking(!linking))}
        >
          {active.link ? 'Unlink' : 'Link'}
        </button>
        <span className={classes.space} />
        <button
          type="button"
          className={classes.tool}
          disabled={!active.undo}
          onClick={() => editor.chain().focus().undo().run()}
        >
          Undo
        </button>
        <button
          type="button"
          className={classes.tool}
          disabled={!active.redo}
          onClick={() => editor.chain().focus().redo().run()}
        >
          Redo
        </button>
      </div>
      {linking ? <LinkForm editor={editor} onDone={() => setLinking(false)} /> : null}
    </>
  );
}

function LinkForm({ editor, onDone }: { readonly editor: Editor; readonly onDone: () => void }) {
  const [address, setAddress] = useState('https://');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const leave = () => {
    editor.commands.focus();
    onDone();
  };
  const apply = () => {
    if (!/^(https?:\/\/[^\s/]+\S*|mailto:\S+@\S+|\/\S*)$/i.test(address.trim())) {
      setError('Enter a whole address, such as https://example.com.');
      return;
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
    onDone();
  };
  // Not a form: it stands inside one.
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  };
  return (
    <div className={classes.linkForm}>
      <TextField
        ref={field}
        label="Link to"
        type="url"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={onKey}
      />
      <Button variant="secondary" size="small" onClick={apply}>
        Set link
      </Button>
      <Button variant="quiet" size="small" onClick={leave}>
        Cancel
      </Button>
    </div>
  );
}
