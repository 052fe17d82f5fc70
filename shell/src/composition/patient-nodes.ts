/** Returns what holds a node among the children of another one; null where nothing does. */
function holderIn(parent: Node, node: Node): Node | null {
  let holder: Node | null = node;
  while (holder !== null && holder.parentNode !== parent) holder = holder.parentNode;
  return holder;
}

/**
 * Lets what draws the page go on where a browser's translation, or an extension, has moved its texts or taken their place: what
 * comes before such a text comes before what holds it now, or last; one that is gone already is not taken away again. Without
 * this, React ends the page.
 */
export function keepPatience(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function patientlyInsert<Added extends Node>(
    this: Node,
    node: Added,
    next: Node | null,
  ) {
    const place = next === null || next === undefined ? null : holderIn(this, next);
    insertBefore.call(this, node, place);
    return node;
  };
  Node.prototype.removeChild = function patientlyRemove<Removed extends Node>(this: Node, node: Removed) {
    const holder = holderIn(this, node);
    if (holder !== null) removeChild.call(this, holder);
    return node;
  };
}
