import { Extension, Mark, Node } from '@tiptap/react';

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
export const keptElements = Extension.create({
  name: 'keptElements',
  addExtensions: () => [
    markOf('superscript', 'sup', 'subscript superscript'),
    markOf('subscript', 'sub', 'subscript superscript'),
    markOf('code', 'code'),
    Preformatted,
  ],
});
