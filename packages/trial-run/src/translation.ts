import type { SlotPlace } from './page-functions.ts';

/**
 * Does inside a page what a browser's translation does: each text in the slots, without a place in the whole page, goes into
 * elements of the browser's, also one that comes later. Resolves after the next frame.
 */
export async function translate(place: SlotPlace | null): Promise<void> {
  const untranslated =
    'script, style, textarea, select, svg, title, font, [translate=no], [contenteditable]:not([contenteditable=false])';
  const wrap = (text: Text) => {
    if (text.data.trim() === '' || text.parentElement === null || text.parentElement.closest(untranslated) !== null)
      return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text.data);
  };
  const wrapAll = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
    found.forEach(wrap);
  };
  let parent: Element | undefined = document.body;
  for (const step of place?.path ?? []) parent = parent?.children[step];
  const children = [...(parent?.children ?? [])];
  const slots = children.slice(place?.before ?? 0, children.length - (place?.behind ?? 0));
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Text) wrap(node);
      else if (node instanceof Element && node.closest('font') === null) wrapAll(node);
  });
  for (const slot of slots) {
    wrapAll(slot);
    observer.observe(slot, { childList: true, subtree: true });
  }
  // What measures itself is drawn anew.
  dispatchEvent(new Event('resize'));
  await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
