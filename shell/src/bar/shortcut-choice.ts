const KEY = 'shortcuts';

/** Whether the shortcut of a single character is on in this browser; it is until somebody turns it off. */
export function isShortcutOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Turns the shortcut of a single character on or off in this browser. */
export function chooseShortcut(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // A browser that keeps nothing has it on again with the next page.
  }
}
