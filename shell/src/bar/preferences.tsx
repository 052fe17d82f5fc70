import { THEME_ATTRIBUTE, THEME_COOKIE, THEMES, type Theme } from '@cytocomm/composition';
import { Select } from '@cytocomm/kit';
import { useSyncExternalStore } from 'react';

const YEAR_SECONDS = 365 * 86_400;

const listeners = new Set<() => void>();

/** Calls a function after each choice, until the returned one is called. */
function onThemeChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme that the person chose; undefined follows their system. */
function chosenTheme(): Theme | undefined {
  const value = document.documentElement.getAttribute(THEME_ATTRIBUTE);
  return THEMES.find((theme) => theme === value);
}

/** Shows a theme at once and on every page to come in this browser; undefined follows the system again. */
export function chooseTheme(theme: Theme | undefined): void {
  const attributes = `Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
  if (theme) document.documentElement.setAttribute(THEME_ATTRIBUTE, theme);
  else document.documentElement.removeAttribute(THEME_ATTRIBUTE);
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in browsers that the portal runs in
  document.cookie = `${THEME_COOKIE}=${theme ?? ''}; Max-Age=${theme ? YEAR_SECONDS : 0}; ${attributes}`;
  for (const listener of listeners) listener();
}

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

const labels: Readonly<Record<Theme, string>> = { light: 'Light', dark: 'Dark' };

/** Lets the person choose how the portal looks in this browser. */
export function ThemeChoice() {
  const theme = useSyncExternalStore(onThemeChosen, chosenTheme, () => undefined);
  const choose = (value: string) => chooseTheme(THEMES.find((each) => each === value));
  return (
    <Select label="Appearance" value={theme ?? ''} onChange={({ target }) => choose(target.value)}>
      <option value="">As on this device</option>
      {THEMES.map((each) => (
        <option key={each} value={each}>
          {labels[each]}
        </option>
      ))}
    </Select>
  );
}
