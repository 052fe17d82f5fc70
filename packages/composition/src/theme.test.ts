import { themeOf } from './theme.ts';

test.each([
  ['', undefined],
  ['portal_theme=dark', 'dark'],
  ['portal=abc; portal_theme=light; other=1', 'light'],
  ['portal_theme=', undefined],
  ['portal_theme="dark"', undefined],
  ['portal_theme=dark"><script>', undefined],
  ['not_portal_theme=dark', undefined],
  ['portal_theme', undefined],
])('the theme of the cookies %j is %s', (cookies, theme) => {
  expect(themeOf(cookies)).toBe(theme);
});
