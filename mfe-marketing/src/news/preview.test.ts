import { PREVIEW_LENGTH, paragraphsOf, previewOf, textOf } from './preview.ts';

describe('textOf', () => {
  it.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['in<strong>side</strong> a <a href="/x">word</a>', 'inside a word'],
    ['Research &amp; development &lt;b&gt; &#8211; &#x1F9EB; &nbsp; end', 'Research & development <b> – 🧫 end'],
    ['a &unknown; b &#0; c &#xD800; d &#99999999; e', 'a &unknown; b c d e'],
    ['<script>alert("<p>")</script>seen<style>p{}</style>', 'seen'],
    ['<!-- <p>hidden</p> -->seen', 'seen'],
    ['<img alt="a > b" src=x onerror=alert(1)>seen', 'seen'],
    ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
    ['', ''],
  ])('%j reads %j', (html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it('takes a long run of broken markup in good time', () => {
    const started = performance.now();
    textOf('<a "'.repeat(5000));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('previewOf', () => {
  it('shows a text of exactly 100 characters whole', () => {
    const text = 'x'.repeat(PREVIEW_LENGTH);
    expect(previewOf(`<p>${text}</p>`)).toBe(text);
  });

  it('cuts a longer one after 100 characters and says that there is more', () => {
    expect(previewOf(`<p>${'x'.repeat(101)}</p>`)).toBe(`${'x'.repeat(100)}…`);
  });

  it('counts characters, not half ones', () => {
    expect(previewOf('🧫'.repeat(101))).toBe(`${'🧫'.repeat(100)}…`);
  });

  it('counts the text, not its markup', () => {
    expect(previewOf(`<p class="${'long '.repeat(40)}">short</p>`)).toBe('short');
  });
});

it('tells a text paragraph by paragraph, without any markup', () => {
  const html =
    '<h2>Title</h2><p>One <b>and</b> two.</p><ul><li>First</li><li>Second</li></ul><p></p>After</noscript><script>alert(1)</script>';
  expect(paragraphsOf(html)).toEqual(['Title', 'One and two.', 'First', 'Second', 'After']);
});
