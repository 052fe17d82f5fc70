import { NodeSelection, Selection } from '@tiptap/pm/state';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import classes from './editor.module.css';
import { takePaste } from './paste/take-paste.ts';
import { PictureTools } from './pictures/PictureTools.tsx';
import { pictures } from './pictures/picture-node.ts';
import { Toolbar } from './Toolbar.tsx';
import { TableTools } from './tables/TableTools.tsx';
import { tables } from './tables/table-nodes.ts';
import { keptElements } from './text/kept-elements.ts';

/** Properties of {@link RichTextEditor}. */
export interface RichTextEditorProps {
  readonly label: string;
  /** The text as HTML. A value from outside (a draft that is loaded, a form that is cleared) replaces what is there. */
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly error?: string | null;
}

const extensions = [
  // Before the others, which so get a key first: Tab in a list that stands in a cell.
  tables,
  pictures,
  keptElements,
  StarterKit.configure({
    document: false,
    // The fourth level comes by the API only: it has no button.
    heading: { levels: [2, 3, 4] },
    codeBlock: false,
    code: false,
    // Only what the server keeps too: https, http and mail.
    link: { openOnClick: false, autolink: false, protocols: ['mailto'], defaultProtocol: 'https', HTMLAttributes: {} },
  }),
];

/** Returns the text without the empty paragraphs at its end, one of which the editor adds itself. */
function htmlOf(editor: Editor): string {
  return editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
}

/** Puts the place of the text into words: a picture that is chosen as a text comes would be replaced by the first key. */
function choosePlace({ state: { selection, doc, tr }, view }: Editor): void {
  const words = selection instanceof NodeSelection ? Selection.findFrom(doc.resolve(0), 1, true) : null;
  if (words) view.dispatch(tr.setSelection(words).setMeta('addToHistory', false));
}

/** Written text with headings, lists, quotes, links, tables and pictures. Of what is pasted the same is kept. */
export function RichTextEditor({ label, value, onChange, error }: RichTextEditorProps) {
  const labelId = useId();
  const errorId = useId();
  const hintId = useId();
  const [note, setNote] = useState<string | null>(null);
  // What was written or taken last: an update that leaves it as it is has changed nothing.
  const known = useRef('');
  const editor = useEditor({
    extensions,
    content: value,
    // The page's policy allows no style elements; the few rules stand in the module.
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId, class: classes.text ?? '' },
      ...takePaste(setNote),
    },
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed);
      if (html === known.current) return;
      known.current = html;
      onChange(html);
    },
  });
  const inTable = useEditorState({ editor, selector: ({ editor: present }) => present.isActive('table') });

  // Before the next key: what it wrote would be replaced by what came before it.
  useLayoutEffect(() => {
    if (value !== htmlOf(editor)) {
      editor.commands.setContent(value, { emitUpdate: false });
      choosePlace(editor);
    }
    known.current = htmlOf(editor);
  }, [editor, value]);
  // The line below a table comes with the first change. If that is the click into the text, Firefox loses its place.
  useLayoutEffect(() => {
    editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false));
    choosePlace(editor);
  }, [editor]);
  useEffect(() => {
    const element = editor.view.dom;
    element.setAttribute('aria-invalid', String(Boolean(error)));
    const told = [error ? errorId : '', inTable ? hintId : ''].filter((id) => id !== '').join(' ');
    if (told) element.setAttribute('aria-describedby', told);
    else element.removeAttribute('aria-describedby');
  }, [editor, error, errorId, hintId, inTable]);

  return (
    <div className={classes.field}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      <div className={classes.box} data-invalid={error ? '' : undefined}>
        <Toolbar editor={editor} />
        <EditorContent editor={editor} />
        {/* Below the text: what comes and goes there moves nothing that is under the pointer. */}
        <div className={classes.below}>
          <TableTools editor={editor} hintId={hintId} />
          <PictureTools editor={editor} />
        </div>
      </div>
      <div aria-live="polite">
        {error ? (
          <p id={errorId} className={classes.error}>
            {error}
          </p>
        ) : null}
        {note ? <p className={classes.note}>{note}</p> : null}
      </div>
    </div>
  );
}
