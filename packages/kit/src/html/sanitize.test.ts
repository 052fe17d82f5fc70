import { foreignElements, sanitizeHtml } from './sanitize.ts';

describe('sanitizeHtml', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg><script>alert(1)</script></svg>',
    '<svg onload=alert(1)>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input name=q><button>go</button></form>',
    '<style>body{display:none}</style>',
    '<p style="position:fixed;inset:0">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
    '<a href=" &#14; javascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="//evil.example">x</a>',
    '<p onclick="alert(1)" id="main" class="dialog" name="x" data-x="1" aria-label="y">x</p>',
    '<object data="x"></object><embed src="x"><base href="https://evil.example/"><meta http-equiv="refresh" content="0">',
  ])('leaves nothing harmful of %s', (html) => {
    const host = document.createElement('div');
    host.innerHTML = sanitizeHtml(html);
    expect(
      host.querySelector('script, style, svg, math, img, iframe, form, input, object, embed, base, meta'),
    ).toBeNull();
    for (const element of host.querySelectorAll('*')) {
      expect(element.getAttributeNames().filter((name) => !['href', 'title'].includes(name))).toEqual([]);
      expect(element.getAttribute('href')).toBeNull();
    }
  });

  it('keeps running text', () => {
    const html =
      '<h2>Title</h2><p>A <strong>strong</strong> <em>word</em>.</p><ul><li>one</li></ul><blockquote>said</blockquote>';
    expect(sanitizeHtml(html)).toBe(html);
  });

  it('keeps a table readable', () => {
    const html =
      '<table><caption>Beats</caption><thead><tr><th scope="col">Day</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>';
    expect(sanitizeHtml(html)).toBe(html);
  });

  it.each([
    ['colspan="50" rowspan="2"', ' colspan="50" rowspan="2"'],
    ['colspan="51" rowspan="1000000"', ''],
    ['colspan="1" rowspan="0"', ''],
    ['colspan="-3" rowspan="2e1"', ''],
    ['scope="javascript:x" style="min-width: 25px" width="9"', ''],
  ])('keeps of a heading with %s what says where it stands', (attributes, image) => {
    const table = (th: string) => `<table><tbody><tr><th${th}>Day</th></tr></tbody></table>`;
    expect(sanitizeHtml(table(` ${attributes}`))).toBe(table(image));
  });

  describe('of pictures', () => {
    const SRC = `/api/press-releases/pictures/${'a'.repeat(24)}/1200`;
    const image = `<img src="${SRC}" alt="A pipette" width="1200" height="800">`;

    it('keeps images of the portal with any form of address', () => {
      expect(sanitizeHtml(`<p>x</p>${image}`)).toBe(`<p>x</p>${image}`);
      expect(sanitizeHtml(image.replace('src="', `src="${window.location.origin}`))).toBe(image);
      expect(sanitizeHtml(`<img src="${SRC}" alt="">`)).toBe(`<img src="${SRC}" alt="">`);
    });

    it.each([
      ['of another site', `<img src="https://evil.example${SRC}" alt="x">`],
      ['of another site by its protocol', `<img src="//evil.example${SRC}" alt="x">`],
      ['in the address itself', '<img src="data:image/png;base64,AAAA" alt="x">'],
      ['from memory', '<img src="blob:https://portal.example/1" alt="x">'],
      ['of another call', '<img src="/api/auth/logout" alt="x">'],
      ['that climbs', `<img src="/api/press-releases/pictures/../../auth/logout" alt="x">`],
      ['with a query', `<img src="${SRC}?x" alt="x">`],
      ['without an alternative text', `<img src="${SRC}">`],
      ['without an address', '<img alt="x">'],
      ['in a picture element', '<picture><source srcset="https://evil.example/x.png"></picture>'],
    ])('removes one %s', (_what, html) => {
      expect(sanitizeHtml(`<p>before</p>${html}<p>after</p>`)).toBe('<p>before</p><p>after</p>');
    });

    it('leaves nothing at them but their size and a choice of widths', () => {
      const dirty = image.replace('<img', '<img onload="alert(1)" style="x" class="y" usemap="#z" title="t"');
      expect(sanitizeHtml(dirty.replace('1200"', '9e9"'))).not.toMatch(/onload|style|class|usemap|9e9/);
    });

    it('lets browsers choose among widths of the same portal, when it comes into view', () => {
      const srcset = `${SRC.replace('1200', '480')} 480w, ${SRC} 1200w`;
      const html = sanitizeHtml(image.replace(' alt', ` srcset="${srcset}" alt`));
      expect(html).toContain(`srcset="${srcset}"`);
      expect(html).toContain('sizes="(max-width: 767px) 100vw, 680px" loading="lazy" decoding="async"');
      expect(sanitizeHtml(html)).toBe(html);
      for (const foreign of ['https://evil.example/x 480w', `${SRC} 2x`, `${SRC} 1w, //evil.example/x 2w`, 'x'])
        expect(sanitizeHtml(image.replace(' alt', ` srcset="${foreign}" alt`))).toBe(image);
    });
  });

  it('opens what leads elsewhere in a tab of its own, without a way back into this one', () => {
    expect(sanitizeHtml('<a href="https://journal.example/a">x</a>')).toBe(
      '<a href="https://journal.example/a" target="_blank" rel="noopener noreferrer">x</a>',
    );
    expect(sanitizeHtml('<a href="/platform">x</a>')).toBe('<a href="/platform">x</a>');
    expect(sanitizeHtml('<a href="mailto:info@cytocomm.example">x</a>')).toContain('mailto:info@cytocomm.example');
  });

  it('leaves a link that is no address without one', () => {
    expect(sanitizeHtml('<a href="https://[broken">x</a>')).not.toContain('target');
    expect(sanitizeHtml('<p>before</p><a href="http://%%%">x</a>')).toContain('before');
  });
});

describe('foreignElements', () => {
  it('keeps styles and classes to be read, in a document of their own', () => {
    const root = foreignElements('<p class="MsoNormal" style="mso-list:l0 level1"><span aria-level="2">x</span></p>');
    expect(root.innerHTML).toBe('<p class="MsoNormal" style="mso-list:l0 level1"><span aria-level="2">x</span></p>');
    expect(root.ownerDocument).not.toBe(document);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src="javascript:alert(1)" onerror="alert(1)">',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<iframe src="https://evil.example"></iframe><form><input><button>go</button></form><style>*{}</style>',
    '<p onclick="alert(1)" id="main" name="x">x</p>',
  ])('leaves nothing that runs of %s', (html) => {
    const root = foreignElements(html);
    expect(root.querySelector('script, style, svg, math, iframe, form, input, button')).toBeNull();
    for (const element of root.querySelectorAll('*')) {
      expect(element.getAttributeNames().filter((name) => !['title', 'src'].includes(name))).toEqual([]);
      expect(element.getAttribute('src') ?? '').not.toMatch(/javascript/);
    }
  });
});
