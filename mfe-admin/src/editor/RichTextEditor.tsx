import { sanitizeHtml } from '@cytocomm/kit/html';
import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useId } from 'react';
import classes from './editor.module.css';
import { Toolbar } from './Toolbar.tsx';

/** Properties of {@link RichTextEditor}. */
export interface RichTextEditorProps {
  readonly label: string;
  /** The text as HTML. A value from outside (a draft that is loaded, a form that is cleared) replaces what is there. */
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly error?: string | null;
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    codeBlock: false,
    code: false,
    // Only what the server keeps too: https, http and mail.
    link: { openOnClick: false, autolink: false, protocols: ['mailto'], defaultProtocol: 'https', HTMLAttributes: {} },
  }),
];

/** Written text with headings, lists, quotes and links. What is pasted loses everything else. */
export function RichTextEditor({ label, value, onChange, error }: RichTextEditorProps) {
  const labelId = useId();
  const errorId = useId();
  const editor = useEditor({
    extensions,
    content: value,
    // The page's policy allows no style elements; the few rules stand in the module.
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId, class: classes.text ?? '' },
      transformPastedHTML: sanitizeHtml,
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });

  useEffect(() => {
    const present = editor.isEmpty ? '' : editor.getHTML();
    if (value !== present) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    const element = editor.view.dom;
    element.setAttribute('aria-invalid', String(Boolean(error)));
    if (error) element.setAttribute('aria-describedby', errorId);
    else element.removeAttribute('aria-describedby');
  }, [editor, error, errorId]);

  return (
    <div className={classes.field}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      <div className={classes.box} data-invalid={error ? '' : undefined}>
        <Toolbar editor={editor} />
        <EditorContent editor={editor} />
      </div>
      <div aria-live="polite">
        {error ? (
          <p id={errorId} className={classes.error}>
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}
