import { emptyDraft } from './press-release-draft.ts';
import { isSameText, withStoredContent } from './same-text.ts';

const text = (content: string) => ({ ...emptyDraft, content });

it.each([
  ['a space between two marked words', '<p><strong>A</strong> <em>B</em></p>', '<p><strong>A</strong><em>B</em></p>'],
  ['a space that does not break', '<p><em>A</em>&nbsp;<em>B</em></p>', '<p><em>A</em><em>B</em></p>'],
  ['another kind of space', '<p><em>A</em>&nbsp;<em>B</em></p>', '<p><em>A</em> <em>B</em></p>'],
  [
    'a line of preformatted text',
    '<pre><code>A</code>\n<code>B</code></pre>',
    '<pre><code>A</code> <code>B</code></pre>',
  ],
  ['an indent in it', '<pre>  <code>A</code></pre><p>x</p>', '<pre><code>A</code></pre><p>x</p>'],
])('%s is text', (_, one, other) => {
  expect(isSameText(text(one), text(other))).toBe(false);
  expect(withStoredContent(text(one), text(other)).content).toBe(one);
});

it.each([
  ['paragraphs', '<p><em>A</em></p>\n<p><em>B</em></p>', '<p><em>A</em></p><p><em>B</em></p>'],
  ['lists', '<ul>\n  <li>\n <p><em>A</em> </p>\n</li>\n</ul>', '<ul><li><p><em>A</em></p></li></ul>'],
  [
    'tables',
    '<table>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>',
    '<table><tbody><tr><td>1</td></tr></tbody></table>',
  ],
  ['preformatted text', '<p>x</p>\n<pre>A</pre>\n<p>y</p>', '<p>x</p><pre>A</pre><p>y</p>'],
])('lines between the tags of %s say nothing', (_, one, other) => {
  expect(isSameText(text(one), text(other))).toBe(true);
  expect(withStoredContent(text(other), text(one)).content).toBe(one);
});
