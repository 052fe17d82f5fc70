import { truncateForMail } from './mailing.ts';

const sentences = (count: number) =>
  Array.from({ length: count }, (_, n) => `<p>Sentence ${n} &amp; <b>more</b>.</p>`).join('');
const table = (rows: number) => `<table><tbody>${'<tr><td>1</td><td>2</td></tr>'.repeat(rows)}</tbody></table>`;
const bytes = (html: string) => Buffer.byteLength(html);

it('keeps a text that fits into a mail', () => {
  expect(truncateForMail(sentences(100))).toBe(sentences(100));
});

it.each([
  ['sentences', sentences(3500), /^<p>Sentence 0 .*<\/p><p><em>This is the beginning/s],
  ['tables', table(20).repeat(200), /<\/table><p><em>This is the beginning/],
  ['one table', table(4000), /^<p>1 2 1 2.*…<\/p><p><em>This is the beginning/],
  ['letters of several bytes', `<p>${'年報'.repeat(100)}</p>`.repeat(300), /年報<\/p><p><em>This is the beginning/],
  ['lines without a paragraph', 'line &lt;<br />'.repeat(9000), /<br \/><p><em>This is the beginning/],
])('truncates many %s after a whole element, with a note', (_, html, expected) => {
  const beginning = truncateForMail(html);
  expect(beginning).toMatch(expected);
  expect(bytes(beginning)).toBeLessThan(80 * 1024);
  for (const name of ['p', 'table', 'tr', 'td', 'b'])
    expect(beginning.split(`<${name}>`)).toHaveLength(beginning.split(`</${name}>`).length);
});
