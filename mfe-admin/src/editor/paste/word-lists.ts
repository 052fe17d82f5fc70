import { type ListItem, listsOf, runsOf } from './list-items.ts';
import { kindOf, readNumber } from './list-numbers.ts';

/** Word for the desktop: the list and the level that a paragraph belongs to. */
const MSO_LIST = /mso-list:\s*l\d+\s+level(\d)/i;
/** Where Word draws the sign or the number of an entry. */
const MARKER = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]';
/** One sign, also a letter of a font of signs. */
const BULLET = /^(?:\D|[^\p{L}\p{N}]*)$/u;

const styleOf = (element: Element) => element.getAttribute('style') ?? '';

/** Takes away the sign of an entry. Returns what it says. */
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
