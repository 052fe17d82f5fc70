import type { EditorProps } from '@tiptap/pm/view';
import { picturesIn } from '../pictures/picture-files.ts';
import { type Pasted, pastedHtml } from './pasted-html.ts';

/** Returns what reads pasted and dropped HTML; `onNote` gets what the person is told of it, null for nothing. */
export function takePaste(onNote: (note: string | null) => void): EditorProps {
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
