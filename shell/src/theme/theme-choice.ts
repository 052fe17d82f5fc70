import { THEME_ATTRIBUTE, THEME_COOKIE, THEMES, type Theme } from '@cytocomm/composition';

const YEAR_SECONDS = 365 * 86_400;

const listeners = new Set<() => void>();

/** Calls a function after each choice, until the returned one is called. */
export function onThemeChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme that the person chose; undefined follows their system. */
export function chosenTheme(): Theme | undefined {
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
