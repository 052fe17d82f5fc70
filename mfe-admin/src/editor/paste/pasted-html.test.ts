import { pastedHtml } from './pasted-html.ts';
import { EXCEL, GOOGLE_DOCS, LIBREOFFICE, SHEETS, WORD_MAC, WORD_WEB, WORD_WINDOWS } from './testing/clipboards.ts';

/** Without what a browser shows none of. */
const read = (html: string) => {
  const pasted = pastedHtml(html);
  return { ...pasted, html: pasted.html.replace(/\s+/g, ' ').replace(/> </g, '><').trim() };
};
const PICTURES = 'Pictures were left out. Insert them with the Picture button.';

const link = (href: string, words: string) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer">${words}</a>`;

describe('what is left of the clipboard of', () => {
  it('Word for Windows: headings, levels of lists, a table with its header row, emphasis and links', () => {
    expect(read(WORD_WINDOWS)).toEqual({
      html:
        '<h2>Results of the</h2><p><b>Cells</b> beat <em>faster</em> than ' +
        `${link('https://journal.example/a?b=1&amp;c=2', 'expected')}, said Ada in Buffalo.</p>` +
        '<h3>What we did</h3><ul><li>Seed<ul><li>on <b>glass</b></li></ul></li><li>Record</li></ul><p>Then:</p>' +
        '<ol start="3"><li>Compare<ol><li>by day</li></ol></li></ol>' +
        '<table><thead><tr><th><p>Day</p></th><th><p>Beats</p></th></tr></thead><tbody>' +
        '<tr><td colspan="2"><p>none</p></td></tr><tr><td><p>1</p></td><td></td></tr></tbody></table>' +
        '<p> the plan and above</p>',
      note: PICTURES,
      isRefused: false,
    });
  });

  it('Word for the Mac: the number of a heading; a list whose first entry is the deepest', () => {
    expect(read(WORD_MAC)).toEqual({
      html: '<h2>Pilot</h2><h2>1. Scope</h2><ul><li><strong>deep</strong></li><li>outer</li></ul>',
      note: null,
      isRefused: false,
    });
  });

  it('Word on the web: one list of many, by their levels', () => {
    expect(read(WORD_WEB)).toEqual({
      html:
        '<h2>Pilot</h2><ul><li><p><strong>Seed</strong></p><ul><li><p>on glass</p></li></ul></li></ul>' +
        '<ol start="2"><li><p><em>Record</em></p></li></ol>' +
        '<table><tbody><tr><td><p>Day</p></td><td><p>Beats</p></td></tr></tbody></table>',
      note: PICTURES,
      isRefused: false,
    });
  });

  it('Google Docs: without the frame that is not bold, and the detour of its links', () => {
    expect(read(GOOGLE_DOCS)).toEqual({
      html:
        '<h2>Pilot</h2><p><strong>Cells</strong> beat <em>faster</em>' +
        `${link('https://journal.example/a?b=1', ', see')}</p>` +
        // The editor takes the inner list into the entry before it.
        '<ul><li><p>Seed</p></li><ul><li><p>on glass</p></li></ul></ul>' +
        '<table><tbody><tr><td><p><strong>Day</strong></p></td><td><p>Beats</p></td></tr></tbody></table>',
      note: PICTURES,
      isRefused: false,
    });
  });

  it('LibreOffice', () => {
    expect(read(LIBREOFFICE)).toEqual({
      html:
        '<h2>Pilot</h2><p><b>Cells</b> beat <i>faster</i>.</p>' +
        '<ol><li><p>Seed</p></li><ol><li><p>on glass</p></li></ol></ol>' +
        '<table><thead><tr><th><p>Day</p></th><th><p>Beats</p></th></tr></thead>' +
        '<tbody><tr><td><p>1</p></td><td><p>62</p></td></tr></tbody></table>',
      note: null,
      isRefused: false,
    });
  });

  it.each([
    ['Excel', EXCEL, '<td>1</td><td></td>'],
    ['Google Sheets', SHEETS, '<td>1</td><td>62</td>'],
  ])('%s: the range as a table', (_, html, row) => {
    expect(read(html)).toEqual({
      html: `<table><tbody><tr><td><strong>Day</strong></td><td>Beats</td></tr><tr>${row}</tr></tbody></table>`,
      note: null,
      isRefused: false,
    });
  });
});

it.each([
  ['<table><tr><td>one cell</td></tr></table>', '<p>one cell</p>'],
  [
    '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>',
    '<table><tbody><tr><td>a<p>b c</p></td><td>d</td></tr></tbody></table>',
  ],
  [
    '<table><tr><td>a<table><tr><td>10<sup>6</sup></td><td><p>cells</p><p>alive</p></td></tr></table></td><td>d</td></tr></table>',
    '<table><tbody><tr><td>a<p>10<sup>6</sup> cells alive </p></td><td>d</td></tr></tbody></table>',
  ],
  [
    '<table><tr><td colspan="9999" rowspan="0">a</td><td>b</td></tr></table>',
    '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
  ],
  ['<table></table>x', 'x'],
  [
    '<a href="https://www.google.com/url?q=javascript:alert(1)&sa=D">x</a>',
    link('https://www.google.com/url?q=javascript:alert(1)&amp;sa=D', 'x'),
  ],
  [
    '<a href="https://www.google.com.evil.example/url?q=https://a.example">x</a>',
    link('https://www.google.com.evil.example/url?q=https://a.example', 'x'),
  ],
  ['<a href="file:///etc/passwd">x</a><a name="top">y</a>', 'xy'],
  ['<p>a</p><p style="display:none">secret</p><div>b</div><div>c</div>', '<p>a</p><p>b</p><p>c</p>'],
  ['<p style="mso-list:l0 level9 lfo1">a</p><p style="mso-list:l0 level0 lfo1">b</p>', '<ul><li>a</li><li>b</li></ul>'],
  ['<p style="mso-list:none">a</p>', '<p>a</p>'],
  ['<script>alert(1)</script><p onclick="alert(1)">x</p>', '<p>x</p>'],
  ['', ''],
])('%j becomes %j', (html, left) => {
  expect(read(html)).toEqual({ html: left, note: null, isRefused: false });
});

describe('what is too much is refused before it is read:', () => {
  it.each([
    ['5 MB of text', `<p>${'word '.repeat(1_000_000)}</p>`, /5 million characters.*Paste it in parts/],
    ['10,000 elements in one another', '<span>'.repeat(10_000), /too deep in one another/],
    ['10,000 lists in one another', '<ul><li>'.repeat(10_000), /too deep in one another/],
    ['a million of beginnings', '<a <b '.repeat(300_000), /too deep in one another/],
    ['2,001 cells', `<table><tr>${'<td>1'.repeat(2001)}</table>`, /2001 cells, and 2000 are possible/],
    ['more than a release holds', `<p>${'word '.repeat(50_000)}</p>`, /200,000 characters/],
  ])('%s', (_, html, sentence) => {
    expect(pastedHtml(html)).toEqual({ html: '', note: expect.stringMatching(sentence), isRefused: true });
  });

  it('but not pictures that stand in the text, and what Word says of itself', () => {
    const picture = `<img src="data:image/png;base64,${'A'.repeat(6_000_000)}">`;
    const word = `<!--[if gte mso 9]><xml>${'<w:LsdException Locked="false"/>'.repeat(400)}</xml><![endif]-->`;
    expect(read(`${word}<p>a</p>${picture}`)).toEqual({ html: '<p>a</p>', note: PICTURES, isRefused: false });
  });
});
