import { type DefaultTreeAdapterMap, parse } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** Elements that no page has: they act before the portal's scripts, or hold another document. */
const FORBIDDEN = new Set(['base', 'embed', 'frame', 'frameset', 'iframe', 'meta', 'object', 'template']);
/** The ids of the document around the markup. */
const RESERVED_IDS = /^(root|portal-.*)$/;
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'xlink:href']);
/** The element behind the markup, which the markup must not move. */
const BEHIND = 'behind';

function isElement(node: Node | undefined): node is Element {
  return node !== undefined && 'tagName' in node;
}

function faultOfAttribute(tag: string, name: string, value: string): string | undefined {
  if (/^on/i.test(name) || name === 'srcdoc') return `<${tag}> has the attribute ${name.slice(0, 40)}`;
  if (name === 'id' && RESERVED_IDS.test(value)) return `<${tag}> has the id ${value.slice(0, 40)}`;
  // Browsers ignore control characters and spaces in addresses.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
  if (ADDRESSES.has(name) && /^(java|vb)script:/i.test(value.replace(/[\u0000-\u0020]/g, '')))
    return `<${tag}> leads to ${value.slice(0, 40)}`;
  return undefined;
}

function faultOf({ tagName, attrs }: Element): string | undefined {
  const textOf = (name: string) => attrs.find((attribute) => attribute.name === name)?.value;
  if (FORBIDDEN.has(tagName)) return `it holds <${tagName}>`;
  if (tagName === 'script' && textOf('type') !== 'application/ld+json') return 'it holds a script';
  if (tagName === 'link' && textOf('rel') !== 'preload') return 'it holds a <link> that is no preload';
  for (const { name, value, prefix } of attrs) {
    const fault = faultOfAttribute(tagName, prefix ? `${prefix}:${name}` : name, value);
    if (fault) return fault;
  }
  return undefined;
}

function faultWithin(top: Element): string | undefined {
  const open: Node[] = [...top.childNodes];
  for (let node = open.pop(); node; node = open.pop()) {
    const fault = isElement(node) ? faultOf(node) : undefined;
    if (fault) return fault;
    if ('childNodes' in node) open.push(...node.childNodes);
  }
  return undefined;
}

/** Returns the fault of markup as a browser parses it, with scripts or without. */
function faultAsRead(markup: string, scriptingEnabled: boolean): string | undefined {
  const around = `<!doctype html><html><head></head><body><div id="root">${markup}</div><span id="${BEHIND}"></span></body></html>`;
  const html = parse(around, { scriptingEnabled }).childNodes.find(isElement);
  const [head, body, ...more] = html?.childNodes ?? [];
  if (!isElement(head) || !isElement(body) || more.length > 0) return 'it does not stay in its place';
  const [root, behind, ...others] = body.childNodes;
  const stays =
    isElement(root) &&
    isElement(behind) &&
    others.length === 0 &&
    head.childNodes.length === 0 &&
    [html, body].every((element) => isElement(element) && element.attrs.length === 0) &&
    root.attrs.length === 1 &&
    behind.tagName === 'span' &&
    behind.attrs.length === 1 &&
    behind.childNodes.length === 0;
  return stays ? faultWithin(root) : 'it does not stay in its place';
}

/** Returns the fault of markup in a few words; undefined for valid markup. */
export function faultOfMarkup(markup: string): string | undefined {
  const fault = faultAsRead(markup, true);
  // The content of <noscript> is text with scripts, markup without.
  return fault ?? (/<noscript/i.test(markup) ? faultAsRead(markup, false) : undefined);
}
