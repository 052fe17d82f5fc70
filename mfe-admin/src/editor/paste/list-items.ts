/** A paragraph that is an entry of a list. */
export interface ListItem {
  /** 1 is the outermost. */
  readonly level: number;
  readonly isOrdered: boolean;
  /** The number that it bears; null when that is not known. */
  readonly number: number | null;
  readonly nodes: readonly Node[];
}

interface OpenList {
  readonly element: HTMLElement;
  readonly isOrdered: boolean;
  level: number;
}

function listFor(document: Document, { isOrdered, number, level }: ListItem): OpenList {
  const element = document.createElement(isOrdered ? 'ol' : 'ul');
  if (isOrdered && number !== null && number > 1) element.setAttribute('start', String(number));
  return { element, isOrdered, level };
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
    if (last && last.level === item.level && last.isOrdered !== item.isOrdered) open.pop();
    const parent = open.at(-1);
    if (!parent || parent.level < item.level) {
      const list = listFor(document, item);
      (parent?.element.lastElementChild ?? root).append(list.element);
      open.push(list);
    }
    const entry = document.createElement('li');
    entry.append(...item.nodes);
    open.at(-1)?.element.append(entry);
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
