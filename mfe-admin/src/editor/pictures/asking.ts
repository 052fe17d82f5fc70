import type { EditorView } from '@tiptap/pm/view';

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
