// These functions run inside a page: they see nothing of this file but their argument.

/** Where the slots of a release are: the way to the element around them, and how many others stand before and behind. */
export interface SlotPlace {
  readonly path: readonly number[];
  readonly before: number;
  readonly behind: number;
}

/** What of a page is outside of the slots. */
export interface Outside {
  /** One line for each element: where it is, its attributes and its own text. */
  readonly elements: readonly string[];
  /** For each element the styles that a rule for everything could change. */
  readonly styles: readonly string[];
  /** The names of globals, with those of replaced functions. */
  readonly globals: readonly string[];
  /** What the head says of the page. */
  readonly head: readonly string[];
}

/** Returns where the mark of an idle component stands; null while it is not there. */
export function findSlots(mark: string): SlotPlace | null {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const marks: Node[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.textContent === mark) marks.push(node);
  // The sections of a tool stand in a block each: what holds all of them is their place.
  let parent = marks[0]?.parentElement;
  while (parent && !marks.every((node) => parent?.contains(node))) parent = parent.parentElement;
  if (!parent) return null;
  const path: number[] = [];
  for (let element: Element = parent; element !== document.body; ) {
    const around: Element | null = element.parentElement;
    if (!around) return null;
    path.unshift([...around.children].indexOf(element));
    element = around;
  }
  const nodes = [...parent.childNodes];
  const elementsIn = (some: ChildNode[]) => some.filter((node) => node instanceof Element).length;
  const places = nodes.flatMap((node, place) => (marks.some((each) => node.contains(each)) ? [place] : []));
  return {
    path,
    before: elementsIn(nodes.slice(0, places[0])),
    behind: elementsIn(nodes.slice((places.at(-1) ?? 0) + 1)),
  };
}

/**
 * Returns what still loads in the slots, without a place in the dialogs: the words of what shows that it loads, or that
 * nothing is there. Empty when all is there.
 */
export function unreadyWords(place: SlotPlace | null): string {
  // The frame has dialogs that are not shown.
  let elements = [...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  let hasText = false;
  if (place !== null) {
    let parent: Element | undefined = document.body;
    for (const step of place.path) parent = parent?.children[step];
    if (!parent) return 'its place in the page is gone';
    elements = [...parent.children].slice(place.before, parent.children.length - place.behind);
    hasText = [...parent.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  }
  if (elements.length === 0 && !hasText) return place === null ? 'no dialog is there' : 'nothing is there';
  // React marks what it has drawn or taken over; markup of the server has no mark before.
  const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
  if (!elements.every(isAlive)) return 'its markup from the server was not taken over';
  for (const element of elements)
    for (const part of [element, ...element.querySelectorAll('[role=status], [aria-busy=true]')]) {
      const words = part.textContent.trim().slice(0, 60);
      if (part.matches('[role=status]') && /^loading\b/i.test(words)) return `it shows “${words}”`;
      if (part.matches('[aria-busy=true]')) return `it is busy: “${words}”`;
    }
  return '';
}

/** Returns what a page looks like outside of the slots. */
export function readOutside({ path, before, behind }: SlotPlace): Outside {
  const STYLES = [
    ...[
      'color',
      'backgroundColor',
      'backgroundImage',
      'fontFamily',
      'fontSize',
      'fontWeight',
      'fontStyle',
      'lineHeight',
    ],
    ...[
      'letterSpacing',
      'textTransform',
      'textDecorationLine',
      'display',
      'visibility',
      'opacity',
      'position',
      'overflowY',
    ],
    ...['paddingTop', 'paddingLeft', 'marginTop', 'marginBottom', 'borderTopWidth', 'borderTopStyle', 'borderTopColor'],
    ...['boxShadow', 'filter', 'cursor', 'pointerEvents', 'zIndex', 'listStyleType', 'outlineStyle'],
  ];
  const PROBES =
    'div p span a button input select textarea label h1 h2 h3 ul li table td section article img svg'.split(' ');
  // React numbers what it draws: in another page the numbers are others.
  const plain = (text: string) =>
    text
      .replace(/[_:«][rR]_?[\w:]*[_:»]/g, 'ID')
      .replaceAll(location.origin, '')
      .slice(0, 200);
  // The shell keeps the states of its own movements in data attributes.
  const isCompared = (element: Element, name: string) =>
    !name.startsWith('data-') || element === document.body || element === document.documentElement;
  const attributesOf = (element: Element) =>
    [...element.attributes]
      // What set a style and took it away leaves an empty attribute.
      .filter(({ name, value }) => isCompared(element, name) && !(name === 'style' && value === ''))
      .map(({ name, value }) => `${name}="${plain(value)}"`)
      .sort()
      .join(' ');

  // Libraries measure texts in hidden elements.
  const isShown = (element: Element) =>
    !element.matches('script, style, link, template, noscript') &&
    (element.parentElement !== document.body || getComputedStyle(element).visibility !== 'hidden');

  let slots: Element | undefined = document.body;
  for (const place of path) slots = slots?.children[place];
  const elements: string[] = [];
  const seen: Element[] = [];
  const visit = (element: Element, where: string) => {
    // The shell shows in it who is signed in and what is new for them; that it is there is compared, or others could hide by it.
    const followsSession = element.matches('[data-follows-session]');
    const own = [...element.childNodes].flatMap((node) =>
      node instanceof Text && element !== slots && !followsSession ? [node.data] : [],
    );
    elements.push(`${where} [${attributesOf(element)}] ${plain(own.join('').trim())}`);
    seen.push(element);
    const children = followsSession ? [] : [...element.children];
    const outside =
      element === slots
        ? [...children.slice(0, before), ...children.slice(children.length - behind, children.length)]
        : children;
    for (const child of outside) if (isShown(child)) visit(child, `${where} > ${child.localName}`);
  };
  visit(document.body, 'body');
  elements.push(`html [${attributesOf(document.documentElement)}]`);
  seen.push(document.documentElement);

  const probes = document.createElement('div');
  probes.style.cssText = 'position:absolute;left:-9999px;top:0';
  const probed = PROBES.map((name) => probes.appendChild(document.createElement(name)));
  document.body.append(probes);
  const styles = [...seen, ...probed].map((element, place) => {
    // Decoration moves by itself.
    if (element.closest('[aria-hidden=true]')) return '';
    const computed: CSSStyleDeclaration = getComputedStyle(element);
    const where = elements[place]?.split(' [')[0] ?? `any ${element.localName}`;
    return `${where}: ${STYLES.map((name) => `${name} ${String(Reflect.get(computed, name))}`).join('; ')}`;
  });
  probes.remove();

  const isReplaced = (value: unknown) =>
    typeof value === 'function' && !/\{\s*\[native code\]\s*\}\s*$/.test(Function.prototype.toString.call(value));
  const own = (owner: object, prefix: string) =>
    Object.entries(Object.getOwnPropertyDescriptors(owner)).map(([name, { value }]) =>
      isReplaced(value) ? `${prefix}${name} (replaced)` : prefix + name,
    );
  const builtIns = [Object, Array, String, Number, Promise, Map, Set, Date, Function, Element, Node, EventTarget];
  const globals = [
    ...own(globalThis, ''),
    ...builtIns.flatMap((type) => own(type.prototype, `${type.name}.prototype.`)),
    ...own(JSON, 'JSON.'),
    ...own(Math, 'Math.'),
    ...own(console, 'console.'),
  ];
  const head = [
    `title ${document.title}`,
    ...[...document.head.querySelectorAll('meta, base')].map(
      (element) => `${element.localName} ${attributesOf(element)}`,
    ),
  ];
  return { elements, styles, globals, head };
}

/** Returns what is wrong with the header of a page: it scrolls sideways, or an entry stands out of it; empty when nothing is, undefined without one. */
export function readHeader(): string | undefined {
  const header = document.querySelector('header');
  if (header === null) return undefined;
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) return `the page is ${scrollWidth - clientWidth} px wider than the window`;
  for (const entry of header.querySelectorAll('a, button')) {
    const { left, right, width } = entry.getBoundingClientRect();
    const isSeen = width > 0 && entry.checkVisibility({ visibilityProperty: true });
    if (isSeen && (right > clientWidth + 1 || left < -1))
      return `“${(entry.textContent ?? '').trim().slice(0, 40)}” in the header stands out of it`;
  }
  return '';
}
