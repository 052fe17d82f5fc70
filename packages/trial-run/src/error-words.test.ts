import { errorWords } from './plan.ts';

test.each([
  ['Error: gone\n    at Lab (file:///srv/page-program.js:170:9)\n    at render (x.js:1:2)', 'Error: gone'],
  ['Error: gone\n  in the\nsecond line', 'Error: gone in the second line'],
  ['Error: page\n    at a (b.js:1:2)\nError: cause\n    at c (d.js:3:4)', 'Error: page Error: cause'],
  ['it looks at the page', 'it looks at the page'],
  ['', ''],
])('%j is told as %j', (text, words) => {
  expect(errorWords(text)).toBe(words);
});

test('a long one is cut, and says so', () => {
  expect(errorWords('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  expect(errorWords('x'.repeat(300))).toBe('x'.repeat(300));
});
