import fc from 'fast-check';
import { atomFeed } from './feed.ts';

/** The texts of a feed's entry, and what is left of the feed without them. */
function feedOf(title: string, content: string) {
  const release = { id: '0'.repeat(24), title, content, date: new Date(0).toISOString(), target: ['public' as const] };
  const { xml } = atomFeed([release], 'https://portal.example', new Date(0));
  const [, entry = ''] = xml.split('<entry>');
  const texts = [...entry.matchAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g)].map(([, text = '']) => text);
  return { outside: xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, ''), texts };
}

const { outside: PLAIN } = feedOf('a title', '<p>a text</p>');

const HOSTILE = [
  'a',
  ']]>',
  '<![CDATA[',
  '<',
  '>',
  '&',
  '&lt;',
  ']',
  '</title>',
  '<link href="https://evil.example/"/>',
];
const hostile = fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));

it('titles and texts cannot inject elements into the feed', () => {
  fc.assert(
    fc.property(hostile, hostile, (title, content) => {
      // Without any word there would be no summary.
      expect(feedOf(title, `<p>words</p>${content}`).outside).toBe(PLAIN);
    }),
  );
});

it('titles and summaries are text, even if they look like HTML', () => {
  const { texts } = feedOf('a ]]> b ]]> <b>c</b>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>');
  expect(texts).toContain('a ]]&gt; b ]]&gt; &lt;b&gt;c&lt;/b&gt;');
  expect(texts).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(texts.join()).not.toMatch(/<img|<b>/);
});

it('keeps ids on another host, with links to that host', () => {
  const release = { id: '0'.repeat(24), title: 'x', content: '<p>x</p>', target: ['public' as const] };
  const dates = { date: '2026-11-20T10:00:00.000Z', updated: '2026-11-21T10:00:00.000Z' };
  const [one = '', other = ''] = ['https://one.example', 'https://other.example'].map(
    (url) => atomFeed([{ ...release, ...dates }], url, new Date(0)).xml,
  );
  expect(one.match(/<id>[^<]+/g)).toEqual([
    '<id>tag:cytocomm.example,2026:news',
    `<id>tag:cytocomm.example,2026:press-release:${release.id}`,
  ]);
  expect(one.replaceAll('one.example', 'other.example')).toBe(other);
  expect(one).toMatch(/<updated>2026-11-21T10:00:00.000Z<.*<published>2026-11-20T10:00:00.000Z</s);
});

it.each([
  ['/investors', 'https://portal.example/investors'],
  ['?release=1&amp;x=2', 'https://portal.example/news?release=1&amp;x=2'],
  ['https://x.example/?a=1&amp;b=2', 'https://x.example/?a=1&amp;b=2'],
  ['mailto:a@x.example', 'mailto:a@x.example'],
])('a link to %s leads where it does on the portal', (href, whole) => {
  expect(feedOf('x', `<p><a href="${href}" rel="noopener noreferrer">x</a></p>`).texts.join()).toContain(
    `href="${whole}"`,
  );
});
