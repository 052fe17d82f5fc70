import { faultOfMarkup } from './markup-faults.ts';

// What is refused is shown where remotes try it (hostile-bundles.system.test.ts); here is what is not.

test.each([
  '',
  'text &amp; more',
  '<!--$--><nav aria-label="Main"><ul><li><a href="/about" data-x="&quot;">About</a></li></ul></nav><!--/$-->',
  '<main><p>One<br>two <b>three</b></p><form action="/api/forms/contact" method="post"><input name="a" value="on"><textarea>\n</textarea></form></main>',
  '<script type="application/ld+json">{"name":"\\u003c/script>"}</script>',
  '<noscript><p>Without scripts</p></noscript>',
  '<link rel="preload" as="image" href="/a.avif"><img src="data:image/svg+xml,x" alt="">',
  '<svg viewBox="0 0 1 1"><g><path d="M0 0"/><text x="1">a</text></g></svg><table><tbody><tr><td>1</td></tr></tbody></table>',
  '<style data-emotion="css">.a{color:red}</style>',
  '<section id="portalling"><i id="rooted"></i></section>',
])('ordinary markup is taken: %s', (markup) => {
  expect(faultOfMarkup(markup)).toBe(undefined);
});
