import { PREVIEW_LENGTH, paragraphsOf, previewOf } from './preview.ts';

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
