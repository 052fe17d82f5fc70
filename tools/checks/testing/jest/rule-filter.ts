/** What an element has to be for the last part of a selector to match it, in lower case. */
interface Needs {
  /** Undefined where any will do. */
  readonly tag: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
}

/** What is looked at of an element. */
export interface Named {
  readonly localName: string;
  /** Its attributes `id` and `class`; null where there is none. */
  readonly id: string | null;
  readonly classes: string | null;
}

/** What is left of an argument that is not simple, or an escape: such a selector is not read here. */
const UNREADABLE = /[()[\]\\"'|]/;
/** Arguments ask for more than the name before them, never for less. */
const ARGUMENTS = /\([^()[\]\\"']*\)|\[[^()[\]\\]*\]/g;
const LAST_PART = /^([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)(?::[:\w-]+)?$/;

function needsOf(selector: string): Needs | undefined {
  const [, tag, names = ''] =
    LAST_PART.exec(
      selector
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? '',
    ) ?? [];
  if (tag === undefined && names === '') return undefined;
  return {
    tag: tag === '*' ? undefined : tag,
    id: /#([\w-]+)/.exec(names)?.[1],
    classes: [...names.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name),
  };
}

/** Returns what each selector of a list needs, or undefined where one of them can only be told by matching it. */
function read(list: string): readonly Needs[] | undefined {
  const plain = list.toLowerCase().replaceAll(ARGUMENTS, '');
  if (UNREADABLE.test(plain)) return undefined;
  const all = plain.split(',').map(needsOf);
  return all.every((needs) => needs !== undefined) ? all : undefined;
}

/** Pages make styles under names without end: what was read of them is forgotten at so many. */
const MAX_READ = 20_000;
const needsByList = new Map<string, readonly Needs[] | undefined>();

function cachedNeeds(list: string): readonly Needs[] | undefined {
  if (needsByList.has(list)) return needsByList.get(list);
  if (needsByList.size >= MAX_READ) needsByList.clear();
  const needs = read(list);
  needsByList.set(list, needs);
  return needs;
}

/** The classes that were asked about last, between spaces: a thousand rules in turn are asked about one element. */
let last = { classes: '', padded: ' ' };

function padded(classes: string): string {
  if (last.classes !== classes) last = { classes, padded: ` ${classes.toLowerCase().replaceAll(/\s/g, ' ')} ` };
  return last.padded;
}

/** Returns false where a list of selectors surely does not match an element; true also where it only may. */
export function mayMatch({ localName, id, classes }: Named, list: string): boolean {
  const all = cachedNeeds(list);
  if (all === undefined) return true;
  const has = padded(classes ?? '');
  return all.some(
    (needs) =>
      (needs.tag === undefined || needs.tag === localName.toLowerCase()) &&
      (needs.id === undefined || needs.id === id?.toLowerCase()) &&
      needs.classes.every((name) => has.includes(` ${name} `)),
  );
}
