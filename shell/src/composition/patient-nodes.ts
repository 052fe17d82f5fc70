/** Returns what holds a node among the children of another one; null where nothing does. */
function holderIn(parent: Node, node: Node): Node | null {
  let holder: Node | null = node;
  while (holder !== null && holder.parentNode !== parent) holder = holder.parentNode;
  return holder;
}

/** Whether a text may have been replaced by a translation: its words are in a `font` now. */
const isTranslated = (node: Node) => node instanceof Text && document.querySelector('font') !== null;

/**
 * Lets what draws the page go on where a browser's translation, or an extension, has moved its texts or taken their place: what
 * comes before such a text comes before what holds it now, or last; one that is gone already is not taken away again. Without
 * this, React ends the page. Any other node that is no child is the error that it always was.
 */
export function keepPatience(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function patientlyInsert<Added extends Node>(
    this: Node,
    node: Added,
    next: Node | null,
  ) {
    const place = next === null || next === undefined ? null : holderIn(this, next);
    insertBefore.call(this, node, place === null && next && !isTranslated(next) ? next : place);
    return node;
  };
  Node.prototype.removeChild = function patientlyRemove<Removed extends Node>(this: Node, node: Removed) {
    // A holder of nothing else goes with it; one that holds more stays.
    let taken: Node = node;
    while (taken.parentNode && taken.parentNode !== this && taken.parentNode.childNodes.length === 1)
      taken = taken.parentNode;
    if (this !== node && this.contains(node) && taken.parentNode) removeChild.call(taken.parentNode, taken);
    else if (!isTranslated(node)) removeChild.call(this, node);
    return node;
  };
}
