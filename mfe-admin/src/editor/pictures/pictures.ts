import { addressOf, readPicture, textOfHtml } from '@cytocomm/contract';
import { closeHistory } from '@tiptap/pm/history';
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { type Editor, Extension, Node } from '@tiptap/react';

/** What is asked about a picture. */
export interface PictureQuestion {
  /** A picture that was pasted or dropped, to be described and uploaded. */
  readonly file?: File;
}

type Ask = (question: PictureQuestion) => void;

/** The dialogs of the editors in the page. */
const dialogs = new WeakMap<EditorView, Ask>();

/** Registers the dialog of an editor. Returns a function that ends that. */
export function registerPictureDialog(view: EditorView, ask: Ask): () => void {
  dialogs.set(view, ask);
  return () => void dialogs.delete(view);
}

/** Opens the dialog of an editor. Returns whether there is one. */
export function askForPicture(view: EditorView, question: PictureQuestion): boolean {
  const ask = dialogs.get(view);
  ask?.(question);
  return ask !== undefined;
}

/** Returns the pictures that were pasted or dropped as files; none when it is words first of all. */
export function picturesIn(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  if (files.length === 0) return files;
  // Word processors and spreadsheets add a picture of the words.
  const words = textOfHtml((data?.getData('text/html') ?? '').replace(/<img\b[^>]*>/gi, ''));
  return words === '' ? files : [];
}

function putCursor({ state, dispatch }: EditorView, at: number): void {
  const place = (present: EditorState) => TextSelection.near(present.doc.resolve(at));
  dispatch(state.tr.setSelection(place(state)));
}

/** Asks about picture files that are pasted or dropped. What is dragged within the text is moved. */
const pictureFiles: EditorProps = {
  handlePaste: (view, event) => {
    const [file] = picturesIn(event.clipboardData);
    return file !== undefined && askForPicture(view, { file });
  },
  handleDOMEvents: {
    // Before the editor looks where it was dropped: what it leaves alone, the browser opens in place of the page.
    drop: (view, event) => {
      const [file] = view.dragging === null ? picturesIn(event.dataTransfer) : [];
      if (file === undefined) return false;
      event.preventDefault();
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (place !== null) putCursor(view, place.pos);
      return askForPicture(view, { file });
    },
  },
  // A press selects a picture as a whole, by touch as well.
  handleClickOn: (view, _pos, node, nodePos) => {
    if (node.type.name !== 'picture') return false;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, nodePos)));
    return true;
  },
};

/** A picture as it stands in a text. */
export interface PictureInText {
  /** The address of its largest form. */
  readonly src: string;
  /** What it shows, in words; empty when it is for decoration. */
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

const OWN = new RegExp(
  `^${addressOf(readPicture, { id: 'ID', width: 'WIDTH' }).replace('ID', '[0-9a-f]{24}').replace('WIDTH', '\\d+')}$`,
);

const sized = (name: 'width' | 'height') => ({
  default: null,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name)) || null,
});

/** A picture of the portal, between the other blocks. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: {}, alt: { default: '' }, width: sized('width'), height: sized('height') }),
  parseHTML: () => [
    {
      tag: 'img[src][alt]',
      getAttrs: (element: HTMLElement) => OWN.test(element.getAttribute('src') ?? '') && null,
    },
  ],
  // In the order in which the server writes them.
  renderHTML: ({ node: { attrs } }) => [
    'img',
    { src: attrs.src, alt: attrs.alt, width: attrs.width, height: attrs.height },
  ],
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => pictureAt(editor) !== undefined && askForPicture(editor.view, {}),
    Delete: ({ editor }) => removePicture(editor),
    Backspace: ({ editor }) => removePicture(editor),
  }),
});

/** Returns the picture that is selected; undefined when none is. */
export function pictureAt({ state: { selection } }: Pick<Editor, 'state'>): PictureInText | undefined {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'picture') return undefined;
  const { src, alt, width, height } = selection.node.attrs;
  return { src: String(src), alt: String(alt), width, height };
}

/** Puts a picture at the cursor, and the cursor behind it. */
export function insertPicture(editor: Editor, picture: PictureInText): void {
  editor
    .chain()
    .focus()
    .insertContent([{ type: 'picture', attrs: { ...picture } }])
    .run();
  const { state, view } = editor;
  // While it is selected, the next key would replace it.
  if (pictureAt(editor) !== undefined) view.dispatch(cursorBehind(state).scrollIntoView());
}

/** Returns the change that puts the cursor behind the block that is selected, in a line of its own where none follows. */
function cursorBehind({ tr: change, selection: { to }, schema }: EditorState): Transaction {
  const { paragraph } = schema.nodes;
  if (paragraph && change.doc.resolve(to).nodeAfter?.isTextblock !== true) change.insert(to, paragraph.create());
  return change.setSelection(TextSelection.create(change.doc, to + 1));
}

/** Changes the alternative text of the selected picture. */
export function describePicture(editor: Editor, alt: string): void {
  const at = editor.state.selection.from;
  editor.chain().focus().updateAttributes('picture', { alt }).setNodeSelection(at).run();
}

/** Removes the picture that is selected, as a step of its own to undo. Returns whether there was one. */
export function removePicture({ state, view }: Pick<Editor, 'state' | 'view'>): boolean {
  if (pictureAt({ state }) === undefined) return false;
  view.dispatch(closeHistory(state.tr.deleteSelection()));
  return true;
}

/** Pictures in a text; picture files that are pasted or dropped are asked about. */
export const pictures = Extension.create({
  name: 'pictures',
  addExtensions: () => [Picture],
  addProseMirrorPlugins: () => [new Plugin({ props: pictureFiles })],
});
