import type { EditorProps } from '@tiptap/pm/view';
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
