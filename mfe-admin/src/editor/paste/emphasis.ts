/** What is declared of an element by its style, by lower-case names. */
type Declarations = ReadonlyMap<string, string>;

/** A rule of a sheet for a class, with or without the name of the element. Excel writes all of its looks so. */
const CLASS_RULE = /(?:^|[\s,}>])[a-z]*\.([\w-]+)\s*\{([^{}]*)\}/gi;

function declarationsIn(text: string): Declarations {
  return new Map(
    text.split(';').flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      if (colon < 0) return [];
      const value = declaration.slice(colon + 1).toLowerCase();
      return [[declaration.slice(0, colon).trim().toLowerCase(), value.trim()] as const];
    }),
  );
}

/** Returns a reader of what is declared of an element, by its classes in the sheets of the HTML and by its own style. */
export function styleReader(html: string): (element: Element) => Declarations {
  const classes = new Map<string, string>();
  // Cut, not matched: a million of beginnings takes no longer than one.
  for (const rest of html.split(/<style\b/i).slice(1))
    for (const [, name = '', rules = ''] of rest.split(/<\/style/i, 1)[0]?.matchAll(CLASS_RULE) ?? [])
      classes.set(name, `${classes.get(name) ?? ''};${rules}`);
  return (element) => {
    const ofClasses = [...element.classList].map((name) => classes.get(name) ?? '');
    return declarationsIn([...ofClasses, element.getAttribute('style') ?? ''].join(';'));
  };
}

/** Emphasis that the editor holds, in both ways in which it is written. */
interface Emphasis {
  /** The element that the editor takes. */
  readonly name: string;
  /** Elements that mean it. */
  readonly elements: string;
  /** What a style says of it; null when it says nothing. */
  readonly declared: (style: Declarations) => boolean | null;
  /** Where it is the usual look and emphasizes nothing. */
  readonly isLookOf?: string;
  /** Whether a style within can end it; lines through and under words are drawn from outside. */
  readonly ends?: true;
}

function decided(value: string | undefined, on: RegExp): boolean | null {
  return value === undefined || value.includes('inherit') ? null : on.test(value);
}

const lines = (style: Declarations) => style.get('text-decoration-line') ?? style.get('text-decoration');

const KINDS: readonly Emphasis[] = [
  {
    name: 'strong',
    elements: 'b, strong',
    declared: (style) => decided(style.get('font-weight') ?? style.get('font'), /\bbold|\b[6-9]\d\d\b/),
    isLookOf: 'h2, h3, th',
    ends: true,
  },
  {
    name: 'em',
    elements: 'em, i',
    declared: (style) => decided(style.get('font-style') ?? style.get('font'), /\b(?:italic|oblique)\b/),
    ends: true,
  },
  { name: 'u', elements: 'u', declared: (style) => decided(lines(style), /\bunderline\b/), isLookOf: 'a[href]' },
  // Programs that follow changes say who deleted it, or when: that is gone already.
  { name: 's', elements: 's, strike, del', declared: (style) => decided(lines(style), /\bline-through\b/) },
  // 10 to the 6th is no 106: sites raise their `sup` in other ways, and say `baseline`.
  { name: 'sup', elements: 'sup', declared: (style) => style.get('vertical-align')?.startsWith('super') || null },
  { name: 'sub', elements: 'sub', declared: (style) => style.get('vertical-align')?.startsWith('sub') || null },
  { name: 'code', elements: 'code, kbd, samp, tt', declared: () => null, isLookOf: 'pre' },
];
const ELEMENTS = KINDS.map(({ elements }) => elements).join(', ');

/** Whether words within an element bear emphasis of a kind. */
function bears(within: Element, kind: Emphasis, styleOf: (element: Element) => Declarations): boolean {
  if (kind.isLookOf !== undefined && within.closest(kind.isLookOf) !== null) return false;
  for (let element: Element | null = within; element !== null; element = element.parentElement) {
    const declared = kind.declared(styleOf(element));
    if (declared ?? element.matches(kind.elements)) return true;
    if (declared === false && kind.ends === true) return false;
  }
  return false;
}

/** Writes all emphasis, by an element or by a style, as elements right around the words. */
export function restoreEmphasis(root: HTMLElement, styleOf: (element: Element) => Declarations): void {
  const styles = new Map<Element, Declarations>();
  const style = (element: Element) => {
    const found = styles.get(element) ?? styleOf(element);
    styles.set(element, found);
    return found;
  };
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const words: (readonly [Text, readonly Emphasis[]])[] = [];
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const { parentElement: within } = text;
    if (!(text instanceof Text) || within === null || text.data.trim() === '') continue;
    words.push([text, KINDS.filter((kind) => bears(within, kind, style))]);
  }
  for (const element of root.querySelectorAll(ELEMENTS)) element.replaceWith(...element.childNodes);
  for (const [text, kinds] of words)
    for (const { name } of kinds) {
      const wrapper = root.ownerDocument.createElement(name);
      text.replaceWith(wrapper);
      wrapper.append(text);
    }
}
