import { kindOf, type ListNumber, numberList, readNumber } from './list-numbers.ts';

/** A paragraph that is an entry of a list. */
interface ListItem {
  /** 1 is the outermost. */
  readonly level: number;
  readonly isOrdered: boolean;
  /** The number that it bears, in each way in which it can be read; empty when that is not known. */
  readonly numbers: readonly ListNumber[];
  readonly nodes: readonly Node[];
}

interface OpenList {
  readonly element: HTMLElement;
  readonly isOrdered: boolean;
  /** What its next entry bears. */
  next: ListNumber;
  level: number;
}

function listFor(document: Document, { isOrdered, numbers, level }: ListItem): OpenList {
  const element = document.createElement(isOrdered ? 'ol' : 'ul');
  const next = numbers[0] ?? { kind: '1', value: 1 };
  if (isOrdered) numberList(element, next);
  return { element, isOrdered, next, level };
}

/** Whether an entry goes on with a list: what its writer numbered anew is another one. */
function continues({ isOrdered, next }: OpenList, item: ListItem): boolean {
  if (isOrdered !== item.isOrdered) return false;
  if (!isOrdered || item.numbers.length === 0) return true;
  return item.numbers.some(({ kind, value }) => kind === next.kind && value === next.value);
}

/** Returns lists within lists of entries that follow each other. */
function listsOf(document: Document, items: readonly ListItem[]): DocumentFragment {
  const root = document.createDocumentFragment();
  const open: OpenList[] = [];
  for (const item of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    const last = open.at(-1);
    // The outermost level may come after a deeper one.
    if (last && last.level > item.level) last.level = item.level;
    if (last && last.level === item.level && !continues(last, item)) open.pop();
    const parent = open.at(-1);
    if (!parent || parent.level < item.level) {
      const list = listFor(document, item);
      (parent?.element.lastElementChild ?? root).append(list.element);
      open.push(list);
    }
    const entry = document.createElement('li');
    entry.append(...item.nodes);
    const list = open.at(-1);
    list?.element.append(entry);
    if (list) list.next = { ...list.next, value: list.next.value + 1 };
  }
  return root;
}

/** Returns the runs of elements of a kind that stand side by side. */
function runsOf(elements: readonly Element[]): readonly (readonly Element[])[] {
  const runs: Element[][] = [];
  for (const element of elements) {
    const run = runs.at(-1);
    if (run && run.at(-1) === element.previousElementSibling) run.push(element);
    else runs.push([element]);
  }
  return runs;
}

/** Word for the desktop: the list and the level that a paragraph belongs to. */
const MSO_LIST = /mso-list:\s*l\d+\s+level(\d)/i;
/** Where Word draws the sign or the number of an entry. */
const MARKER = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]';
/** One sign, also a letter of a font of signs. */
const BULLET = /^(?:\D|[^\p{L}\p{N}]*)$/u;

const styleOf = (element: Element) => element.getAttribute('style') ?? '';

/** Removes the marker of a list item. Returns its text. */
function takeMarker(paragraph: Element): string {
  const markers = [...paragraph.querySelectorAll(MARKER)];
  const text = markers.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()).join('');
  for (const marker of markers) marker.remove();
  return text;
}

/** Returns a paragraph as an entry; what is neither a bullet nor a number alone (`Step 1:`) stays a part of it. */
function desktopItem(paragraph: Element): ListItem {
  const level = Number(MSO_LIST.exec(styleOf(paragraph))?.[1]);
  const sign = takeMarker(paragraph);
  const numbers = readNumber(sign);
  const isOrdered = numbers.length > 0;
  if (!isOrdered && !BULLET.test(sign)) paragraph.prepend(`${sign} `);
  return { level, isOrdered, numbers, nodes: [...paragraph.childNodes] };
}

/** Word on the web: each entry is a list of its own, which says its level and its number. */
function webItems(list: Element): readonly ListItem[] {
  const kind = kindOf(list);
  const start = list.getAttribute('start') ?? list.firstElementChild?.getAttribute('data-aria-posinset');
  return [...list.children].map((entry, place) => ({
    level: Number(entry.getAttribute('data-aria-level') ?? entry.getAttribute('aria-level') ?? 1) || 1,
    isOrdered: list.nodeName === 'OL',
    numbers: start ? [{ kind, value: Number(start) + place }] : [],
    nodes: [...entry.childNodes],
  }));
}

function replaceRun(run: readonly Element[], items: readonly ListItem[]): void {
  const [first, ...rest] = run;
  first?.replaceWith(listsOf(first.ownerDocument, items));
  for (const element of rest) element.remove();
}

/** Makes lists of the paragraphs that Word writes in their place. */
export function restoreWordLists(root: HTMLElement): void {
  const listed = [...root.querySelectorAll('[style*="mso-list" i]')].filter((element) =>
    MSO_LIST.test(styleOf(element)),
  );
  // The number of a heading is a part of it, its bullet is not.
  for (const heading of listed.filter(({ nodeName }) => /^H\d$/.test(nodeName))) {
    const marker = takeMarker(heading);
    if (!BULLET.test(marker)) heading.prepend(`${marker} `);
  }
  const paragraphs = listed.filter(({ nodeName }) => nodeName === 'P' || nodeName === 'DIV');
  for (const run of runsOf(paragraphs)) replaceRun(run, run.map(desktopItem));

  for (const wrapper of root.querySelectorAll('.ListContainerWrapper')) wrapper.replaceWith(...wrapper.childNodes);
  const lists = [...root.querySelectorAll('ul, ol')].filter(
    ({ firstElementChild }) => firstElementChild?.hasAttribute('data-aria-level') === true,
  );
  for (const run of runsOf(lists)) replaceRun(run, run.flatMap(webItems));
}
