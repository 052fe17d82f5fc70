import { type ListNumber, numberList } from './list-numbers.ts';

/** A paragraph that is an entry of a list. */
export interface ListItem {
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
export function listsOf(document: Document, items: readonly ListItem[]): DocumentFragment {
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
export function runsOf(elements: readonly Element[]): readonly (readonly Element[])[] {
  const runs: Element[][] = [];
  for (const element of elements) {
    const run = runs.at(-1);
    if (run && run.at(-1) === element.previousElementSibling) run.push(element);
    else runs.push([element]);
  }
  return runs;
}
