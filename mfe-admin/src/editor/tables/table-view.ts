import type { Node } from '@tiptap/pm/model';
import classes from './tables.module.css';

/** Returns how a table is shown while it is written: its caption is no text to type in. */
export function createTableView({ node }: { readonly node: Node }) {
  const dom = document.createElement('div');
  dom.className = classes.box ?? '';
  const table = dom.appendChild(document.createElement('table'));
  const caption = document.createElement('caption');
  caption.contentEditable = 'false';
  const contentDOM = document.createElement('tbody');
  const show = (present: Node) => {
    caption.textContent = String(present.attrs.caption);
    table.replaceChildren(...(caption.textContent === '' ? [] : [caption]), contentDOM);
  };
  show(node);
  return {
    dom,
    contentDOM,
    update: (next: Node) => {
      if (next.type !== node.type) return false;
      if (caption.textContent !== next.attrs.caption) show(next);
      return true;
    },
    ignoreMutation: (mutation: { readonly target: globalThis.Node; readonly type: string }) =>
      mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  };
}
