import { textOfHtml } from '@cytocomm/contract';
import { type EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { askForPicture } from './asking.ts';

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
export const pictureFiles: EditorProps = {
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
