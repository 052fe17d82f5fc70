import fc from 'fast-check';
import { atomFeed } from './feed.ts';

/** The texts of a feed's entry, and what is left of the feed without them. */
function feedOf(title: string, content: string) {
  const release = { id: '0'.repeat(24), title, content, date: new Date(0).toISOString(), target: ['public' as const] };
  const { xml } = atomFeed([release], 'https://portal.example');
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

it('no title and no text becomes a part of the feed itself', () => {
  fc.assert(
    fc.property(hostile, hostile, (title, content) => {
      // Without any word there would be no summary.
      expect(feedOf(title, `<p>words</p>${content}`).outside).toBe(PLAIN);
    }),
  );
});

it('a title and a summary are text, whatever they look like', () => {
  const { texts } = feedOf('a ]]> b ]]> <b>c</b>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>');
  expect(texts).toContain('a ]]&gt; b ]]&gt; &lt;b&gt;c&lt;/b&gt;');
  expect(texts).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(texts.join()).not.toMatch(/<img|<b>/);
});
