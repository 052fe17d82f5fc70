import { containerName } from '@cytocomm/composition';
import { lookUntil } from './page-answers.ts';
import { type Outside, readOutside, type SlotPlace } from './page-functions.ts';
import { added, type Fault, MAX_TOLD } from './plan.ts';
import type { WatchedPage } from './watched-page.ts';

/** What a page is like with an idle release. */
export interface IdleLook {
  readonly slots: SlotPlace;
  readonly outside: Outside;
  readonly errors: readonly string[];
}

/** Returns what is different outside of the slots. */
function changesBetween(idle: Outside, now: Outside, name: string): Fault[] {
  const faults: Fault[] = [];
  const tell = (what: string, changes: readonly string[], mend: string) => {
    for (const change of changes.slice(0, MAX_TOLD)) faults.push({ words: `${what}: ${change}`, mend });
  };
  const elements = [
    ...added(now.elements, idle.elements),
    ...added(idle.elements, now.elements).map((line) => `gone: ${line}`),
  ];
  tell(
    'an element outside of its slot changed',
    elements,
    'render inside the component only, and take away what is added to the document elsewhere',
  );
  if (elements.length === 0)
    tell(
      'a style outside of its slot changed',
      now.styles.flatMap((line, place) => styleChange(idle.styles[place] ?? '', line)),
      'write rules for classes of your own only, and add no style sheet at run time',
    );
  // Libraries keep what two copies of them share under names with two underscores.
  const isOwn = (global: string) =>
    /^(webpackChunk|__[a-z])/.test(global) || global.replace(' (replaced)', '') === containerName(name);
  tell(
    'a global was added or replaced',
    added(now.globals, idle.globals).filter((global) => !isOwn(global)),
    'keep it in a module',
  );
  tell('the head of the page changed', added(now.head, idle.head), 'leave title and meta elements to the shell');
  return faults;
}

function styleChange(before: string, now: string): string[] {
  if (before === now) return [];
  const [where = '', ...rest] = now.split(': ');
  const old = before.split('; ');
  const changed = rest
    .join(': ')
    .split('; ')
    .filter((style) => !old.some((line) => line.endsWith(style)));
  return changed.length > 0 ? [`${where}: ${changed.slice(0, 3).join(', ')}`] : [];
}

/** Returns what is different outside of the slots, and stays so for `settleMs`. */
export async function lastingChanges(
  watched: WatchedPage,
  idle: IdleLook,
  remote: string,
  settleMs: number,
): Promise<Fault[]> {
  let changes: Fault[] = [];
  await lookUntil(async () => {
    changes = changesBetween(idle.outside, await watched.page.evaluate(readOutside, idle.slots), remote);
    return changes.length === 0 ? true : undefined;
  }, settleMs);
  return changes;
}
