import { excerptOfHtml, previewOfHtml, textOfHtml } from './html-text.ts';

test.each([
  ['<p>One</p><p>two</p>', 'One two'],
  ['in<strong>side</strong> a <a href="/x">word</a>', 'inside a word'],
  ['<p>One <b>two</b>, three.</p><p>Four &amp; five&#8230;</p>', 'One two, three. Four & five…'],
  ['a<br>b &amp; c&nbsp;d', 'a b & c d'],
  ['Research &amp; development &lt;b&gt; &#8211; &#x1F9EB; &nbsp; end', 'Research & development <b> – 🧫 end'],
  ['a &unknown; b &#0; c &#xD800; d &#99999999; e', 'a &unknown; b c d e'],
  ['<script>alert("<p>")</script>seen<style>p{}</style>', 'seen'],
  ['<!-- <p>hidden</p> -->seen', 'seen'],
  ['<img alt="a > b" src=x onerror=alert(1)>seen', 'a > b seen'],
  ['<p>one<img src="/x" alt=\'1 <b> &quot;2&quot;\'>two</p>', 'one 1 <b> "2" two'],
  ['<p><img src="/x" alt=""></p><img alt=word src=x><img src="/x">', 'word'],
  ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
  ['<h2>One</h2><p>two <b>thr</b>ee<br />four</p><ul><li>five</li><li>six</li></ul>', 'One two three four five six'],
  ['<p>1 &lt; 2 &amp;amp; &quot;x&quot;</p>', '1 < 2 &amp; "x"'],
  ['<p> \u00a0 </p><hr />', ''],
  ['', ''],
])('%j reads %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test('a long run of broken markup is read to its end', () => {
  expect(textOfHtml('<a "'.repeat(5000))).toContain('<a "');
});

test('a preview counts whole characters of the text, and says only when there is more', () => {
  expect(previewOfHtml(`<p class="${'long '.repeat(40)}">${'x'.repeat(100)}</p>`, 100)).toBe('x'.repeat(100));
  expect(previewOfHtml(`<p>${'x'.repeat(101)}</p>`, 100)).toBe(`${'x'.repeat(100)}…`);
  expect(previewOfHtml('🧫🧫🧫', 2)).toBe('🧫🧫…');
});

test.each([
  ['<p>One two three</p>', 13, 'One two three'],
  ['<p>One two three</p>', 12, 'One two…'],
  ['<p>One two three</p>', 7, 'One two…'],
  ['<p>One two, – three</p>', 11, 'One two…'],
  ['<p>One two</p><p>three four</p>', 15, 'One two three…'],
  ['Incomprehensibilities are many', 10, 'Incomprehe…'],
  ['A incomprehensibility', 10, 'A incompre…'],
  ['🧫🧫 🧫🧫 🧫🧫', 6, '🧫🧫 🧫🧫…'],
  ['', 5, ''],
])('an excerpt of %j in %d characters is %j', (html, length, excerpt) => {
  expect(excerptOfHtml(html, length)).toBe(excerpt);
});
