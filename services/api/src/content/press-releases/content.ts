import { RELEASE_CONTENT_LENGTH, readPicture, textOfHtml } from '@cytocomm/contract';
import sanitizeHtml from 'sanitize-html';
import { invalidFields } from '../../platform/calls/problem.ts';
import { namesOf } from '../../platform/calls/readers.ts';

/** The address of a picture of this portal: its id, and a width. */
export const PICTURE_ADDRESS = new RegExp(
  `^${readPicture.path.replace(':id', '([0-9a-f]{24})').replace(':width', '([1-9]\\d{0,3})')}$`,
);

/** Maximum columns or rows of a cell: browsers allocate each of them. */
const MAX_SPAN = 50;

function spansOf(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const spans = (['colspan', 'rowspan'] as const).filter((name) => {
    const span = attributes[name] ?? '';
    return /^[1-9]\d?$/.test(span) && Number(span) > 1 && Number(span) <= MAX_SPAN;
  });
  return Object.fromEntries(spans.map((name) => [name, attributes[name] ?? '']));
}

function scopeOf({ scope }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return scope === 'col' || scope === 'row' ? { scope } : {};
}

/** Filters attributes down to numbers of pixels. */
function pixels(sizes: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sizes).flatMap(([name, size = '']) => (/^[1-9]\d{0,3}$/.test(size) ? [[name, size]] : [])),
  );
}

/** The allowed HTML: text, structure, links, tables and this portal's pictures; nothing else that loads, runs or styles. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'code',
    'pre',
    'table',
    'caption',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'img',
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    ol: ['start', { name: 'type', multiple: false, values: ['1', 'a', 'A', 'i', 'I'] }],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    img: ['src', 'alt', 'width', 'height'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'style',
    'script',
    'textarea',
    'option',
    'noscript',
    'title',
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'plaintext',
  ],
  nestingLimit: 30,
  // Pictures need an alternative text; `alt=""` marks decoration.
  exclusiveFilter: ({ tag, attribs: { src = '', alt } }) =>
    tag === 'img' && (alt === undefined || !PICTURE_ADDRESS.test(src)),
  transformTags: {
    td: (tagName, attributes) => ({ tagName, attribs: spansOf(attributes) }),
    th: (tagName, attributes) => ({ tagName, attribs: { ...spansOf(attributes), ...scopeOf(attributes) } }),
    h1: 'h2',
    img: (tagName, { src = '', alt, width, height }) => ({
      tagName,
      // In this order, on which `PICTURE` relies.
      attribs: { src, ...(alt === undefined ? {} : { alt }), ...pixels({ width, height }) },
    }),
    a: (tagName, attributes) => ({
      tagName,
      attribs: { ...(attributes.href === undefined ? {} : { href: attributes.href }), rel: 'noopener noreferrer' },
    }),
  },
};

/** Characters that XML, and so a feed, cannot hold. */
const UNPRINTABLE = /[\p{Cc}\ufffe\uffff]/gu;

function printable(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, (character) => (/[\t\n\r]/.test(character) ? character : ''));
}

/** Elements are nested too deeply; cleaning takes time by the square of the depth. */
export class NestedTooDeep extends Error {
  override readonly name = 'NestedTooDeep';
}

/** Far above what any word processor writes. */
const MAX_NESTING = 500;

function sanitize(html: string): string {
  let depth = 0;
  return sanitizeHtml(html, {
    ...ALLOWED,
    onOpenTag: () => {
      depth += 1;
      if (depth > MAX_NESTING) throw new NestedTooDeep(`Elements are nested more than ${MAX_NESTING} deep.`);
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
}

/** Returns the allowed part of a press release's HTML. Idempotent. Throws NestedTooDeep. */
export function cleanHtml(html: string): string {
  let clean = printable(html);
  // A removal may create new tags, so it is repeated until nothing changes.
  for (let round = 0; round < 5; round += 1) {
    const next = sanitize(clean).trim();
    if (next === clean) return clean;
    clean = next;
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} });
}

/** The fields of a release that readers get. */
interface ReadableText {
  readonly title: string;
  readonly content: string;
  readonly target: readonly string[];
}

const invalidContent = (message: string) => invalidFields([{ path: 'body.content', message }]);

/** Returns clean HTML to store, possibly empty. Throws 400 if it cannot be cleaned. */
export function storedContent(html: string): string {
  let content: string;
  try {
    content = cleanHtml(html);
  } catch (error) {
    throw error instanceof NestedTooDeep ? invalidContent(error.message) : error;
  }
  assertLength(content);
  return content;
}

/** Throws 400 for clean HTML that is too long to be sent again. */
export function assertLength(content: string): void {
  if (content.length > RELEASE_CONTENT_LENGTH)
    throw invalidContent(`at most ${RELEASE_CONTENT_LENGTH} characters when it is cleaned`);
}

/** Throws 400 for clean HTML without text. */
export function assertText(content: string): void {
  if (textOfHtml(content) === '') throw invalidContent('holds no text');
}

/** Throws 400 for a release without a title, a text or a target. */
export function assertReadable({ title, content, target }: ReadableText): void {
  const missing = [
    ...(title === '' ? [{ path: 'body.title', message: 'must not be empty' }] : []),
    ...(textOfHtml(content) === '' ? [{ path: 'body.content', message: 'holds no text' }] : []),
    ...(namesOf(target).length === 0 ? [{ path: 'body.target', message: 'at least one target' }] : []),
  ];
  if (missing.length > 0) throw invalidFields(missing);
}
