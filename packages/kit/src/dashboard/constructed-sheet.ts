import { type Options, StyleSheet } from '@emotion/sheet';

/** True where style sheets can be constructed; elsewhere emotion keeps to style elements. */
export function canConstructSheets(): boolean {
  return typeof document !== 'undefined' && 'adoptedStyleSheets' in document;
}

/**
 * Emotion's sheet without style elements: rules go into a constructed style sheet, which a Content-Security-Policy
 * without `unsafe-inline` allows, and into the layer `mui`, so that CSS modules win over them.
 */
export class ConstructedSheet extends StyleSheet {
  readonly #sheet = new CSSStyleSheet();

  constructor(options: Options) {
    super(options);
    document.adoptedStyleSheets.push(this.#sheet);
  }

  override insert(rule: string): void {
    this.#sheet.insertRule(`@layer mui{${rule}}`, this.#sheet.cssRules.length);
    this.ctr += 1;
  }

  /** Takes all rules out; emotion calls it when global styles go or change. */
  override flush(): void {
    this.#sheet.replaceSync('');
    this.ctr = 0;
  }
}
