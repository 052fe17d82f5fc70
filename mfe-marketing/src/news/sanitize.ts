import DOMPurify from 'dompurify';

const purifier = DOMPurify();

purifier.addHook('afterSanitizeAttributes', (element) => {
  const address = element.nodeName === 'A' ? element.getAttribute('href') : null;
  const url = address === null ? null : URL.parse(address, window.location.href);
  if (!url?.protocol.startsWith('http') || url.origin === window.location.origin) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

/**
 * Makes the HTML of a release harmless. The server has done so already; this is the second lock. Only running text is
 * left: no scripts, styles, pictures, frames, forms, SVG, and no attribute but those of links and tables.
 */
export function sanitize(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [
      'a',
      'abbr',
      'b',
      'blockquote',
      'br',
      'code',
      'dd',
      'dl',
      'dt',
      'em',
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'hr',
      'i',
      'li',
      'ol',
      'p',
      'pre',
      's',
      'strong',
      'sub',
      'sup',
      'table',
      'tbody',
      'td',
      'th',
      'thead',
      'tr',
      'u',
      'ul',
    ],
    ALLOWED_ATTR: ['colspan', 'href', 'rowspan', 'scope', 'start', 'title'],
    // Their values are no addresses, so they need not look like one.
    ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'scope', 'start'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i,
  });
}
