/**
 * The brand's colours for what has no style sheet of the kit: mails, pages of services, the browser's own frame. A test
 * compares them with the kit's `tokens.css`.
 */
export const COLORS = {
  ink: '#0c1a26',
  paper: '#fafbfa',
  mist: '#eaf1f0',
  slate: '#4a5b68',
  teal: '#0b7a6e',
  signal: '#2bd9b8',
  muteOnInk: '#a9bbc6',
  line: '#d3dedc',
} as const;

/** The themes that a person may choose; without a choice the page follows their system. */
export const THEMES = ['light', 'dark'] as const;
/** A theme that a person chose. */
export type Theme = (typeof THEMES)[number];

/** The cookie that holds the choice, so that services/web sends a page in it from the first paint on. */
export const THEME_COOKIE = 'portal_theme';
/** The attribute of the root element that holds the choice; `tokens.css` reads it. */
export const THEME_ATTRIBUTE = 'data-theme';

/** Returns the theme of a `Cookie` header or of `document.cookie`; undefined when none was chosen. */
export function themeOf(cookies: string): Theme | undefined {
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === THEME_COOKIE) return THEMES.find((theme) => theme === value);
  }
  return undefined;
}
