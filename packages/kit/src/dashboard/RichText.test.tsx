import { render, screen } from '@testing-library/react';
import { sanitizeHtml } from '../html/index.ts';
import { RichText } from './RichText.tsx';

describe('hostile HTML', () => {
  it.each([
    '<img src=x onerror="alert(1)">',
    '<script>alert(1)</script>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java\nscript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="//evil.example">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<form action="https://evil.example"><input name="q"><button>Go</button></form>',
    '<p style="position:fixed;inset:0" class="x" id="root" onclick="alert(1)">x</p>',
    '<style>*{display:none}</style><link rel=stylesheet href="https://evil.example">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><img src=x onerror=alert(1)></template>',
    '<base href="https://evil.example/">',
  ])('%s loses what could do harm', (html) => {
    const { container } = render(<RichText html={html} />);
    const unsafe = container.querySelectorAll(
      'script, img, svg, math, iframe, form, input, button, style, link, template, base, [style], [class]:not([class="prose"]), [id]',
    );
    expect(unsafe).toHaveLength(0);
    for (const element of container.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/i);
        expect(value).not.toMatch(/javascript:|data:|evil/i);
      }
    }
  });
});

it('keeps running text, links and tables', () => {
  const html =
    '<h2>Title</h2><p>One <strong>two</strong> <em>three</em><br>four</p><ol start="3"><li>x</li></ol>' +
    '<table><tbody><tr><th scope="row">a</th><td colspan="2">b</td></tr></tbody></table><p><a href="/news">news</a></p>';
  expect(sanitizeHtml(html)).toBe(html);
});

it('opens foreign links in a tab of their own that knows nothing of this one', () => {
  render(<RichText html='<a href="https://other.example/" target="_top" rel="opener">there</a>' />);
  const link = screen.getByRole('link', { name: 'there' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

it('shows a link that is no address as it is, instead of nothing at all', () => {
  render(<RichText html='<p>kept</p><a href="https://[broken">there</a>' />);
  expect(screen.getByText('kept')).toBeInTheDocument();
  expect(screen.getByText('there')).not.toHaveAttribute('target');
});
