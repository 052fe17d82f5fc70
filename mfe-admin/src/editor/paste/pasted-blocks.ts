/** What begins a line of its own. */
const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, table, blockquote, pre, hr';
/** Blocks that mean nothing to the editor: each of them is read as a `div`, so that its words stay apart from others. */
const FOREIGN_BLOCKS =
  'address, article, aside, center, dd, details, dt, figcaption, figure, footer, header, main, nav, section, summary';
const DISPLAYED_AS_BLOCK = /(?:^|;)\s*display:\s*(?:block|flex|grid|list-item|table\b(?!-cell))/i;

/** Puts an element of another name in the place of one. Returns it. */
export function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  const style = element.getAttribute('style');
  if (style !== null) renamed.setAttribute('style', style);
  renamed.className = element.className;
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** Names everything that begins a line of its own by a name that is known. */
export function nameBlocks(root: HTMLElement): void {
  for (const block of root.querySelectorAll(FOREIGN_BLOCKS)) rename(block, 'div');
  for (const inline of root.querySelectorAll('span[style*="display" i]'))
    if (DISPLAYED_AS_BLOCK.test(inline.getAttribute('style') ?? '')) rename(inline, 'div');
}

const isBlock = (node: Node) =>
  node instanceof Element && (node.matches(BLOCKS) || node.querySelector(BLOCKS) !== null);
const isEmpty = (node: Node) =>
  node.textContent?.trim() === '' &&
  !(node instanceof Element && (node.matches('img') || node.querySelector('img') !== null));

/** Returns words without the breaks at their ends. */
function trimmed(words: readonly ChildNode[]): readonly ChildNode[] {
  const first = words.findIndex((word) => !isEmpty(word));
  return first < 0 ? [] : words.slice(first, words.findLastIndex((word) => !isEmpty(word)) + 1);
}

/** Makes paragraphs of words that stand beside blocks. A break before or behind a block, or at an end, is none. */
function wrapWords(parent: Element): void {
  const content: ChildNode[] = [];
  let words: ChildNode[] = [];
  const endWords = (isAlone = false) => {
    const inner = trimmed(words);
    words = [];
    if (isAlone) content.push(...inner);
    else if (inner.length > 0) {
      const paragraph = parent.ownerDocument.createElement('p');
      paragraph.append(...inner);
      content.push(paragraph);
    }
  };
  const nodes = [...parent.childNodes];
  parent.replaceChildren();
  for (const node of nodes) {
    if (!isBlock(node)) words.push(node);
    else {
      endWords();
      content.push(node);
    }
  }
  endWords(content.length === 0);
  parent.append(...content);
}

/** Makes paragraphs of blocks without a meaning, and takes away the empty ones between which a document breathes. */
export function mendParagraphs(root: HTMLElement): void {
  for (const frame of root.querySelectorAll('span, font')) frame.replaceWith(...frame.childNodes);
  for (const block of root.querySelectorAll('div')) if (block.querySelector(BLOCKS) === null) rename(block, 'p');
  for (const paragraph of root.querySelectorAll('p, h2, h3')) if (isEmpty(paragraph)) paragraph.remove();
  for (const parent of [root, ...root.querySelectorAll('div')]) wrapWords(parent);
}
