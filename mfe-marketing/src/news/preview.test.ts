import { PREVIEW_LENGTH, paragraphsOf, partsOf, previewOf } from './press-releases.ts';

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
    '<h2>Title</h2><p>One <b>and</b> two.</p><ul><li>First</li><li>Second</li><li>First</li></ul><p></p>After</noscript><script>alert(1)</script>';
  expect(paragraphsOf(html)).toEqual(['Title', 'One and two.', 'First', 'Second', 'First', 'After']);
});

it('tells a table row by row', () => {
  const cell = { isHeading: false, columns: 1, rows: 1 };
  expect(
    partsOf(
      '<p>Before</p><table><caption>Beats</caption><tbody><tr><th scope="col"><p>Day</p></th><th><p>A &amp; <b>B</b></p></th></tr>' +
        '<tr><td colspan="2" rowspan="3">1</td></tr><tr><td></td></tr></tbody></table><p>After</p>',
    ),
  ).toEqual([
    'Before',
    {
      caption: 'Beats',
      rows: [
        [
          { ...cell, text: 'Day', isHeading: true },
          { ...cell, text: 'A & B', isHeading: true },
        ],
        [{ text: '1', isHeading: false, columns: 2, rows: 3 }],
        [{ ...cell, text: '' }],
      ],
    },
    'After',
  ]);
});

it.each([
  ['</table><p>a</p>', ['a']],
  ['<table><p>a</p>', ['a']],
  ['<table><tr><td>a', [{ caption: '', rows: [[{ text: 'a', isHeading: false, columns: 1, rows: 1 }]] }]],
])('reads what is left of a broken table: %j', (html, parts) => {
  expect(partsOf(html)).toEqual(parts);
});
