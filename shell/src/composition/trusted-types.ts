/** What may be used in the place of a text; null is a refusal. */
type Rule = (text: string) => string | null;

declare global {
  interface Window {
    /** Missing in browsers that do not know Trusted Types. */
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { readonly createHTML: Rule; readonly createScriptURL: Rule }): unknown;
    };
  }
}

/** What React writes to make a script element that does not run by itself. */
const SCRIPT_OF_REACT = '<script></script>';

/**
 * Decides what becomes of text that is about to be run or to become elements, wherever in the page that happens
 * (Trusted Types): an address of a script must be one that `integrityOf` knows, or it throws, and markup is cleaned by
 * `portalSanitizer`, or refused while there is none. Does nothing in browsers that do not ask, and on pages whose policy
 * does not say that they must.
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
