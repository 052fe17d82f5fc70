import DOMPurify from 'dompurify';

/** The address of a picture of the portal. The kit imports no calls; `mfe-admin/src/editor/pictures` holds it to that of the API. */
const ADDRESS = /^\/api\/press-releases\/pictures\/[0-9a-f]{24}\/[1-9]\d{0,3}$/;
/** As wide as the page where that is narrow, else as wide as running text. */
const SIZES = '(max-width: 767px) 100vw, 680px';

/** Returns the path of a picture of the portal, also of a whole address as it is copied from a page; null for any other one. */
function pathOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address, window.location.href);
  if (url?.origin !== window.location.origin || url.search !== '' || url.hash !== '') return null;
  return ADDRESS.test(url.pathname) ? url.pathname : null;
}

/** Whether each candidate is a picture of the portal with its width. */
function isOwnSet(srcset: string): boolean {
  return srcset.split(',').every((candidate) => {
    const [address = '', width = '', ...more] = candidate.trim().split(' ');
    return ADDRESS.test(address) && /^[1-9]\d{0,3}w$/.test(width) && more.length === 0;
  });
}

/**
 * Leaves of an element `img` a picture of the portal with what it needs: an alternative text, its size, and a choice of widths. Any
 * other picture is removed.
 */
function tamePicture(picture: Element): void {
  const path = pathOf(picture.getAttribute('src'));
  if (path === null || !picture.hasAttribute('alt')) {
    picture.remove();
    return;
  }
  picture.setAttribute('src', path);
  for (const name of ['width', 'height'])
    if (!/^[1-9]\d{0,3}$/.test(picture.getAttribute(name) ?? '')) picture.removeAttribute(name);
  const srcset = picture.getAttribute('srcset');
  if (srcset === null) return;
  if (!isOwnSet(srcset)) {
    picture.removeAttribute('srcset');
    return;
  }
  for (const [name, value] of Object.entries({ sizes: SIZES, loading: 'lazy', decoding: 'async' }))
    picture.setAttribute(name, value);
}

/** Running text with links, tables and the portal's pictures. */
const TAGS =
  'a abbr b blockquote br caption code dd dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s strong sub sup table tbody td th thead tr u ul';
const purifier = DOMPurify();

/** The largest number of columns or rows that one cell spans: a browser would make room for each of a thousand. */
const MAX_SPAN = 50;

/** Whether an attribute of a cell says where the cell stands, in bounds, and one of a list how it counts. */
const RULES: Readonly<Record<string, (value: string) => boolean>> = {
  colspan: (value) => /^[1-9]\d?$/.test(value) && Number(value) > 1 && Number(value) <= MAX_SPAN,
  rowspan: (value) => /^[1-9]\d?$/.test(value) && Number(value) > 1 && Number(value) <= MAX_SPAN,
  scope: (value) => value === 'col' || value === 'row',
  start: (value) => /^\d{1,5}$/.test(value),
  type: (value) => /^[1aAiI]$/.test(value),
};

const OF_PICTURES = ['alt', 'height', 'src', 'srcset', 'width'];

purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  if (OF_PICTURES.includes(attribute.attrName) && element.nodeName !== 'IMG') attribute.keepAttr = false;
  if (attribute.attrName === 'type' && element.nodeName !== 'OL') attribute.keepAttr = false;
  if (RULES[attribute.attrName]?.(attribute.attrValue) === false) attribute.keepAttr = false;
});

purifier.addHook('afterSanitizeAttributes', (element, _, config) => {
  // Foreign elements are read, and shown nowhere: there each picture counts.
  if (element.nodeName === 'IMG' && config.RETURN_DOM !== true) return tamePicture(element);
  const address = element.nodeName === 'A' ? element.getAttribute('href') : null;
  const url = address === null ? null : URL.parse(address, window.location.href);
  if (!url?.protocol.startsWith('http') || url.origin === window.location.origin) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

const CONFIG = {
  ALLOWED_TAGS: TAGS.split(' '),
  // Their values are no addresses, so they need not look like one.
  ADD_URI_SAFE_ATTR: ['colspan', 'height', 'rowspan', 'scope', 'start', 'type', 'width'],
  ALLOWED_ATTR: 'alt colspan height href rowspan scope src srcset start title type width'.split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i,
};

/**
 * HTML made harmless: running text is left, with links, tables and the portal's own pictures, and nothing else that loads,
 * nothing that runs, styles or submits.
 * The server cleans what it stores; this is the second lock, and the first one for what is pasted and not yet sent.
 */
export function sanitizeHtml(html: string): string {
  return purifier.sanitize(html, CONFIG);
}

/** Blocks, by which words stand apart, and emphasis that other programs write. */
const FOREIGN_TAGS =
  'address article aside center del details div figcaption figure font footer header img ins kbd main nav samp section span strike summary tt';
const FOREIGN_ATTRIBUTES = 'aria-level cite data-aria-level data-aria-posinset datetime value';

/** What tells how foreign HTML was meant: which of its paragraphs are a list, and which of its words are bold. */
const FOREIGN = {
  ...CONFIG,
  ALLOWED_TAGS: [...CONFIG.ALLOWED_TAGS, ...FOREIGN_TAGS.split(' ')],
  ADD_URI_SAFE_ATTR: [...CONFIG.ADD_URI_SAFE_ATTR, ...FOREIGN_ATTRIBUTES.split(' ')],
  ALLOWED_ATTR: [...CONFIG.ALLOWED_ATTR, ...FOREIGN_ATTRIBUTES.split(' '), 'class', 'role', 'src', 'style'],
};

/**
 * Returns foreign HTML as elements of a document of their own, in which nothing runs, loads or is shown, with their
 * styles and classes to be read. They must not be put into a page: `sanitizeHtml` makes of their HTML what may be.
 * Throws TypeError when there is no document to read it in.
 */
export function foreignElements(html: string): HTMLElement {
  const body = purifier.sanitize(html, { ...FOREIGN, RETURN_DOM: true });
  if (!(body instanceof HTMLElement)) throw new TypeError('The cleaned HTML has no body.');
  return body;
}

/** HTML made harmless, in the form in which a page that asks for Trusted Types takes it; elsewhere it is a string. */
export function trustedHtml(html: string): string | TrustedHTML {
  return purifier.sanitize(html, { ...CONFIG, RETURN_TRUSTED_TYPE: true });
}

declare global {
  /** Cleans markup that a library writes into the page as text; the page's policy of Trusted Types asks it. */
  var portalSanitizer: ((html: string) => string) | undefined;
}

globalThis.portalSanitizer = sanitizeHtml;
