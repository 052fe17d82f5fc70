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

describe('the clipboard of', () => {
  it('Word for Windows: headings, levels of lists, a table with its header row, emphasis and links', () => {
    expect(read(WORD_WINDOWS)).toEqual({
      html:
        '<h2>Results of the</h2><p><strong>Cells</strong> beat <em>faster</em> than ' +
        `${link('https://journal.example/a?b=1&amp;c=2', 'expected')}, said Ada in Buffalo.</p>` +
        '<h3>What we did</h3><ul><li>Seed<ul><li>on <strong>glass</strong></li></ul></li><li>Record</li></ul><p>Then:</p>' +
        '<ol start="3"><li>Compare<ol type="a"><li>by day</li></ol></li></ol>' +
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
        '<h2>Pilot</h2><p><strong>Cells</strong> beat <em>faster</em>.</p>' +
        '<ol><li><p>Seed</p></li><ol type="a"><li><p>on glass</p></li></ol></ol>' +
        '<table><thead><tr><th><p>Day</p></th><th><p>Beats</p></th></tr></thead>' +
        '<tbody><tr><td><p>1</p></td><td><p>62</p></td></tr></tbody></table>',
      note: null,
      isRefused: false,
    });
  });

  it.each([
    ['Excel', EXCEL, '<strong>Beats</strong>', '<td>1</td><td></td>'],
    ['Google Sheets', SHEETS, 'Beats', '<td>1</td><td>62</td>'],
  ])('%s: the range as a table', (_, html, beats, row) => {
    expect(read(html)).toEqual({
      html: `<table><tbody><tr><td><strong>Day</strong></td><td>${beats}</td></tr><tr>${row}</tr></tbody></table>`,
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

const LINES = '<span>The study was</span><br><span>finished in May</span><br><br><span>2026.</span>';
const STRUCK = '<span style="text-decoration:line-through">3 May</span>';

it.each([
  [LINES, 'The study was<br>finished in May<br><br>2026.'],
  [`<br>${LINES}<br class="Apple-interchange-newline">`, 'The study was<br>finished in May<br><br>2026.'],
  ['<p>a</p><br>b<br>c<br><p>d</p>', '<p>a</p><p>b<br>c</p><p>d</p>'],
  ['<section>One</section><article>Two<p>x</p></article>', '<p>One</p><p>Two</p><p>x</p>'],
  ['<div><p>a</p>b</div><div>c<p>d</p></div>', '<p>a</p><p>b</p><p>c</p><p>d</p>'],
  ['<span style="display:block">a</span><span style="display: block">b</span>', '<p>a</p><p>b</p>'],
  ['<dl><dt>a</dt><dt>b</dt><dd>c</dd></dl>', '<dl><p>a</p><p>b</p><p>c</p></dl>'],
])('words that stood apart in %j stay apart', (html, left) => {
  expect(read(html).html).toBe(left);
});

it.each([
  [`<p>${STRUCK}, <del>4 May</del>, <strike>5 May</strike></p>`, '<p><s>3 May</s>, <s>4 May</s>, <s>5 May</s></p>'],
  [
    '<p style="text-decoration-line: underline line-through; FONT-WEIGHT:bolder">a</p>',
    '<p><strong><u><s>a</s></u></strong></p>',
  ],
  ['<p><span style="font: italic bold 12px/1.5 Georgia">a</span></p>', '<p><strong><em>a</em></strong></p>'],
  ['<div style="font-weight:600"><p>a</p><p style="font-weight:400">b</p></div>', '<p><strong>a</strong></p><p>b</p>'],
  [
    '<p><b>a <span style="font-weight:normal">b</span></b> <u style="text-decoration:none">c</u></p>',
    '<p><strong>a </strong>b c</p>',
  ],
  ['<p>10<sup style="vertical-align:baseline;font-style:italic">6</sup></p>', '<p>10<em><sup>6</sup></em></p>'],
  [
    '<h2><b>On</b> <span style="font-style:oblique;font-weight:700">E. coli</span></h2>',
    '<h2>On <em>E. coli</em></h2>',
  ],
  ['<p><kbd>ls</kbd>, <tt>x</tt></p>', '<p><code>ls</code>, <code>x</code></p>'],
  ['<style>.s1 {text-decoration: line-through}</style><p><span class="s1">a</span></p>', '<p><s>a</s></p>'],
])('emphasis of %j stays, by an element and by a style', (html, left) => {
  expect(read(html).html).toBe(left);
});

/** A paragraph of Word with its sign. */
const entry = (sign: string, words: string, level = 1) =>
  `<p style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${sign}</span>${words}</p>`;

it.each([
  [['1.', '2.', '1.', '2.'], '<ol><li>1.</li><li>2.</li></ol><ol><li>1.</li><li>2.</li></ol>'],
  [['1.', '2.', '5)'], '<ol><li>1.</li><li>2.</li></ol><ol start="5"><li>5)</li></ol>'],
  [['(i)', '(ii)', '(a)'], '<ol type="i"><li>(i)</li><li>(ii)</li></ol><ol type="a"><li>(a)</li></ol>'],
  [['H.', 'I.', 'J.'], '<ol start="8" type="A"><li>H.</li><li>I.</li><li>J.</li></ol>'],
  [['IV.', 'V.'], '<ol start="4" type="I"><li>IV.</li><li>V.</li></ol>'],
  [['z.', 'aa.'], '<ol start="26" type="a"><li>z.</li><li>aa.</li></ol>'],
  [['1', '2'], '<ol><li>1</li><li>2</li></ol>'],
  [['2.3.'], '<ol start="3"><li>2.3.</li></ol>'],
  [['o', '§'], '<ul><li>o</li><li>§</li></ul>'],
  [['Step 1:'], '<ul><li>Step 1: Step 1:</li></ul>'],
])('entries that Word numbered %j stay numbered so', (signs, left) => {
  expect(read(signs.map((sign) => entry(sign, sign)).join('')).html).toBe(left);
});

it.each([
  ['<ol start="3" style="list-style-type:lower-alpha"><li>a</li></ol>', '<ol start="3" type="a"><li>a</li></ol>'],
  ['<ol><li style="list-style-type:upper-roman">a</li></ol>', '<ol type="I"><li>a</li></ol>'],
  [
    '<ol type="i"><li>a</li><li value="4">b</li><li>c</li><li value="1">d</li></ol>',
    '<ol type="i"><li>a</li></ol><ol start="4" type="i"><li>b</li><li>c</li></ol><ol type="i"><li>d</li></ol>',
  ],
  [
    '<ol><li data-aria-level="1" data-aria-posinset="1">a</li></ol><ol><li data-aria-level="1" data-aria-posinset="1">b</li></ol>',
    '<ol><li>a</li></ol><ol><li>b</li></ol>',
  ],
])('the list %j stays numbered as it is', (html, left) => {
  expect(read(html).html).toBe(left);
});

it.each([
  ['·', 'Outlook'],
  ['v', 'Outlook'],
  ['2.', '2. Outlook'],
  ['Part A', 'Part A Outlook'],
])('a heading of Word that bears %j is "%s"', (sign, words) => {
  const heading = entry(sign, 'Outlook').replaceAll(/(<\/?)p/g, '$1h2');
  expect(read(heading).html).toBe(`<h2>${words}</h2>`);
});

describe('too much is refused before it is parsed:', () => {
  it.each([
    ['5 MB of text', `<p>${'word '.repeat(1_000_000)}</p>`, /5 million characters.*Paste it in parts/],
    ['10,000 elements in one another', '<span>'.repeat(10_000), /too deep in one another/],
    ['10,000 lists in one another', '<ul><li>'.repeat(10_000), /too deep in one another/],
    ['a million of beginnings', '<a <b '.repeat(300_000), /too deep in one another/],
    ['2,001 cells', `<table><tr>${'<td>1'.repeat(2001)}</table>`, /2001 cells, and 2000 are possible/],
    [
      '130,000 elements beside one another',
      `<b>${'a<br>'.repeat(130_000)}</b>`,
      /130001 parts, and 50000 are possible/,
    ],
    ['more than a release holds', `<p>${'word '.repeat(50_000)}</p>`, /200,000 characters/],
  ])('%s', (_, html, sentence) => {
    expect(pastedHtml(html)).toEqual({ html: '', note: expect.stringMatching(sentence), isRefused: true });
  });

  it('but not inline pictures and Word’s own metadata', () => {
    const picture = `<img src="data:image/png;base64,${'A'.repeat(6_000_000)}">`;
    const word = `<!--[if gte mso 9]><xml>${'<w:LsdException Locked="false"/>'.repeat(400)}</xml><![endif]-->`;
    expect(read(`${word}<p>a</p>${picture}`)).toEqual({ html: '<p>a</p>', note: PICTURES, isRefused: false });
  });
});
