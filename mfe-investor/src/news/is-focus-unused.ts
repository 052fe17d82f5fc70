/** Returns whether the focus is nowhere, or where the page itself puts it: what loads late may take it then. */
export const isFocusUnused = (): boolean => document.activeElement?.matches('body, main, h1, h2, h3, h4') ?? true;
