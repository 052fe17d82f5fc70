import { NodeSelection, Selection } from '@tiptap/pm/state';
import type { EditorProps } from '@tiptap/pm/view';
import { type Editor, EditorContent, Extension, Mark, Node, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import classes from './editor.module.css';
import { type Pasted, pastedHtml } from './paste/pasted-html.ts';
import { PictureDialog } from './pictures/PictureDialog.tsx';
import {
  describePicture,
  insertPicture,
  type PictureQuestion,
  pictureAt,
  pictures,
  picturesIn,
  registerPictureDialog,
  removePicture,
} from './pictures/pictures.ts';
import { Toolbar } from './Toolbar.tsx';
import { ButtonBar, ToolButton } from './ToolbarParts.tsx';
import { TableTools } from './tables/TableTools.tsx';
import { tables } from './tables/table-nodes.ts';

/** Returns a mark that is one element, without attributes. */
const markOf = (name: string, tag: string, excludes = name) =>
  Mark.create({ name, excludes, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] });

const Preformatted = Node.create({
  name: 'preformatted',
  group: 'block',
  content: 'inline*',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', 0],
});

/**
 * Small raised and lowered characters, and what the server keeps of releases that came by the API: code and preformatted
 * text have no buttons, and stay as they are.
 */
const keptElements = Extension.create({
  name: 'keptElements',
  addExtensions: () => [
    markOf('superscript', 'sup', 'subscript superscript'),
    markOf('subscript', 'sub', 'subscript superscript'),
    markOf('code', 'code'),
    Preformatted,
  ],
});

/** The buttons of the picture that is selected, and the dialog about pictures. */
function PictureTools({ editor }: { readonly editor: Editor }) {
  const [question, setQuestion] = useState<PictureQuestion | null>(null);
  const picture = useEditorState({ editor, selector: ({ editor: present }) => pictureAt(present) });
  useEffect(() => registerPictureDialog(editor.view, setQuestion), [editor]);

  const close = () => {
    setQuestion(null);
    // Once the dialog has given the focus back, unless the page is left by then.
    requestAnimationFrame(() => editor.isDestroyed || editor.commands.focus());
  };
  // A pasted or dropped picture is a new one, even while another is selected.
  const described = question?.file === undefined ? picture : undefined;
  return (
    <>
      {picture === undefined ? null : (
        <>
          <ButtonBar label="Picture" onLeave={() => editor.commands.focus()}>
            <ToolButton name="Alternative text" onClick={() => setQuestion({})} />
            <ToolButton name="Remove picture" onClick={() => removePicture(editor) && editor.commands.focus()} />
          </ButtonBar>
          <p className={classes.hint}>
            {picture.alt === '' ? 'For decoration only.' : `“${picture.alt}”`} Enter changes that, Delete removes the
            picture.
          </p>
        </>
      )}
      {question === null ? null : (
        <PictureDialog
          picture={described}
          file={question.file}
          onClose={close}
          onDone={(done) => {
            if (described === undefined) insertPicture(editor, done);
            else describePicture(editor, done.alt);
            close();
          }}
        />
      )}
    </>
  );
}

/** Returns handlers for pasted and dropped HTML; `onNote` gets a note for the person, null for none. */
function takePaste(onNote: (note: string | null) => void): EditorProps {
  let last: { readonly html: string; readonly pasted: Pasted } | undefined;
  const read = (html: string) => {
    if (last?.html !== html) last = { html, pasted: pastedHtml(html) };
    return last.pasted;
  };
  /** Ends what cannot be taken, before it takes the place of what is selected. */
  const take = (data: DataTransfer | null, event: Event): boolean => {
    const { length } = picturesIn(data);
    if (length > 0) {
      // It is asked about in a dialog; of several, the first.
      onNote(length === 1 ? null : `One picture at a time: drop or paste the other ${length - 1} after this one.`);
      return false;
    }
    const { note, isRefused } = read(data?.getData('text/html') ?? '');
    onNote(note);
    if (isRefused) event.preventDefault();
    return isRefused;
  };
  return {
    handleDOMEvents: {
      paste: (_, event) => take(event.clipboardData, event),
      drop: (_, event) => take(event.dataTransfer, event),
    },
    transformPastedHTML: (html) => read(html).html,
  };
}

interface RichTextEditorProps {
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
  // An update that leaves the last HTML as it is has changed nothing.
  const lastHtml = useRef('');
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
      if (html === lastHtml.current) return;
      lastHtml.current = html;
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
    lastHtml.current = htmlOf(editor);
  }, [editor, value]);
  // The line below a table comes with the first change. If that is the click into the text, Firefox loses its place.
  useLayoutEffect(() => {
    editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false));
    choosePlace(editor);
  }, [editor]);
  useEffect(() => {
    const element = editor.view.dom;
    element.setAttribute('aria-invalid', String(Boolean(error)));
    const descriptions = [error ? errorId : '', inTable ? hintId : ''].filter((id) => id !== '').join(' ');
    if (descriptions) element.setAttribute('aria-describedby', descriptions);
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
