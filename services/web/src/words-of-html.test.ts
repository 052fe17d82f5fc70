import { wordsOfHtml } from './words-of-html.ts';

test.each([
  ['<p>One <b>two</b>, three.</p><p>Four &amp; five&#8230;</p>', 'One two, three. Four & five…'],
  ['<script>alert(1)</script><style>a{}</style>Text', 'Text'],
  ['&#0;&#x110000;&unknown; a', '&unknown; a'],
  ['', ''],
])('%j is %j', (html, text) => {
  expect(wordsOfHtml(html, 160)).toBe(text);
});

test('ends at a word, with an ellipsis', () => {
  expect(wordsOfHtml('<p>several words in a row</p>', 13)).toBe('several words…');
  expect(wordsOfHtml('x'.repeat(30), 10)).toBe('xxxxxxxxxx…');
});
