import fc from 'fast-check';
import { DEFAULT_RETURN_TO, safeReturnTo } from './pages.ts';

it.each(['/', '/dashboard?section=investor', '/news#first', '/a/b%20c?x=%2F%2Fy'])('keeps %s', (path) => {
  expect(safeReturnTo(path)).toBe(path);
});

it.each([
  undefined,
  '',
  'dashboard',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '\\/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://evil.example',
  'HTTPS:evil.example',
  ' /dashboard',
  '/auth-handler',
  '/auth-handler#token=x',
])('leads from %j to the dashboard', (wanted) => {
  expect(safeReturnTo(wanted)).toBe(DEFAULT_RETURN_TO);
});

it('never leaves the portal', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '\t',
    '\n',
    'evil.example',
    'javascript',
    '%2f',
    '%5c',
    '?',
    '#',
    ' ',
    'x',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      (wanted) => {
        const path = safeReturnTo(wanted);
        expect(new URL(path, 'https://portal.example').origin).toBe('https://portal.example');
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(safeReturnTo(path)).toBe(path);
      },
    ),
  );
});
