/** Returns the text to use instead; null refuses it. */
type Rule = (text: string) => string | null;

declare global {
  interface Window {
    /** Missing in browsers that do not know Trusted Types. */
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { readonly createHTML: Rule; readonly createScriptURL: Rule }): unknown;
    };
  }
}

/** The markup by which React creates a script element that does not run. */
const SCRIPT_OF_REACT = '<script></script>';

/**
 * Installs the page's default Trusted Types policy: a script URL that `integrityOf` does not have throws, and markup is
 * sanitized by `portalSanitizer`, or refused while there is none. Without effect in browsers without Trusted Types, and on
 * pages whose policy does not require them.
 */
export function guardSinks(integrityOf: (url: string) => string): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      integrityOf(url);
      return url;
    },
    createHTML(html) {
      if (!html.includes('<') || html === SCRIPT_OF_REACT) return html;
      return globalThis.portalSanitizer?.(html) ?? null;
    },
  });
}

/** Returns the child of `parent` that contains a node; null without one. */
function holderIn(parent: Node, node: Node): Node | null {
  let holder: Node | null = node;
  while (holder !== null && holder.parentNode !== parent) holder = holder.parentNode;
  return holder;
}

/** Whether a translation may have replaced a text by a `font` element. */
const isTranslated = (node: Node) => node instanceof Text && document.querySelector('font') !== null;

/**
 * Keeps React working after a browser's translation or an extension has moved or replaced its text nodes: an insertion before
 * such a text goes before its new container, or last; removing one that is gone does nothing. Any other node that is no child
 * still throws.
 */
export function tolerateMovedNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function insertTolerantly<Added extends Node>(
    this: Node,
    node: Added,
    next: Node | null,
  ) {
    const place = next === null || next === undefined ? null : holderIn(this, next);
    insertBefore.call(this, node, place === null && next && !isTranslated(next) ? next : place);
    return node;
  };
  Node.prototype.removeChild = function removeTolerantly<Removed extends Node>(this: Node, node: Removed) {
    // A container without other content is removed, too.
    let target: Node = node;
    while (target.parentNode && target.parentNode !== this && target.parentNode.childNodes.length === 1)
      target = target.parentNode;
    if (this !== node && this.contains(node) && target.parentNode) removeChild.call(target.parentNode, target);
    else if (!isTranslated(node)) removeChild.call(this, node);
    return node;
  };
}
