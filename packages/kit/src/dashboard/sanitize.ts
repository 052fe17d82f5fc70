import DOMPurify from 'dompurify';

const tags = [
  ...[
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
  ],
  ...['li', 'ol', 'p', 'pre', 's', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'u', 'ul'],
];
const purifier = DOMPurify();

purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName !== 'A' || !element.hasAttribute('href')) return;
  const url = new URL(element.getAttribute('href') ?? '', window.location.href);
  if (url.origin === window.location.origin) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

/**
 * HTML made harmless: running text is left, with links and tables, and nothing that runs, loads, styles or submits.
 * The server cleans what it stores; this is the second lock, and the first one for what is pasted and not yet sent.
 */
export function sanitizeHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: tags,
    ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'scope', 'start'],
    ALLOWED_ATTR: ['colspan', 'href', 'rowspan', 'scope', 'start', 'title'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i,
  });
}

/** The words of a piece of HTML on one line. */
export function textOfHtml(html: string): string {
  // Two paragraphs are two words apart, whatever stands between their tags.
  const spaced = sanitizeHtml(html).replaceAll(
    /<(?:\/?(?:blockquote|d[dlt]|h\d|li|ol|p|pre|t[dhr]|ul)|[bh]r)\b/gi,
    ' $&',
  );
  const words = new DOMParser().parseFromString(spaced, 'text/html').body.textContent;
  return words.replaceAll(/\s+/g, ' ').trim();
}

/** The first characters of a piece of HTML's text, and an ellipsis when there is more. */
export function previewOfHtml(html: string, length: number): string {
  const characters = [...textOfHtml(html)];
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : characters.join('');
}
