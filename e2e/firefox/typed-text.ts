/** What Playwright calls in a page over BiDi to put text where the focus is, as `fill` and `insertText` do. */
const PLAYWRIGHT_NAME = '__pw_bidiInsertText';

declare global {
  interface Document {
    // Deprecated in the standard for want of another way; in Firefox the one that edits as a person does.
    execCommand(command: 'insertText', showUi: false, text: string): boolean;
  }
}

/**
 * Has text put in as an edit of the browser. Playwright's own way sets the property `value`, which React takes for a change
 * of its own and forgets. Runs in each page, before its scripts.
 */
function insertAsEdit(name: string): void {
  const insert = (text: string): Element | undefined => {
    const focused = document.activeElement;
    // Playwright goes on within the frame.
    if (focused?.localName === 'iframe') return focused;
    document.execCommand('insertText', false, text);
    return undefined;
  };
  // Playwright's own comes later and is ignored.
  Object.defineProperty(window, name, { get: () => insert, set: () => undefined });
}

/** The function as WebDriver BiDi takes a script for every page. */
export const INSERT_AS_EDIT = `() => (${insertAsEdit.toString()})(${JSON.stringify(PLAYWRIGHT_NAME)})`;
