import { textOfHtml } from '@cytocomm/contract';
import { sanitizeHtml } from '@cytocomm/kit/html';
import { diffArrays } from 'diff';
import { groupsIn, type PressReleaseDraft, textOf } from './press-release-draft.ts';

const BLOCK = /^<\/?(?:p|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|pre|blockquote|hr|br|img)[ >]/;
/** What stands in a preformatted text, whose spaces are text as well; or a tag, the white space behind it and the next tag. */
const BETWEEN_TAGS = /<pre[ >][\s\S]*?(?=<\/pre>)|(<[^>]*>)[ \t\r\n\f]+(?=(<[^>]*>))/g;

/** Returns HTML without the white space that no reader sees: beside blocks. Between two marked words it is a space. */
const withoutIndents = (html: string): string =>
  html.replace(BETWEEN_TAGS, (all, tag: string | undefined, next = '') =>
    tag !== undefined && (BLOCK.test(tag) || BLOCK.test(next)) ? tag : all,
  );

/** Returns HTML in one form: as the server and the editor write it, it differs in marks that say nothing. */
export function plainForm(html: string): string {
  return (
    withoutIndents(sanitizeHtml(html))
      .replace(/ (?:rel|target)="[^"]*"/g, '')
      // A heading cell says what it is; the editor writes all rows as one body.
      .replace(/<\/thead><tbody>/g, '')
      .replace(/<(\/?)thead>/g, '<$1tbody>')
      .trim()
  );
}

/** Returns a form whose content is that of `stored` when it says the same: letter by letter what is stored, or was approved. */
export function withStoredContent(
  draft: PressReleaseDraft,
  stored: Pick<PressReleaseDraft, 'content'>,
): PressReleaseDraft {
  return plainForm(draft.content) === plainForm(stored.content) ? { ...draft, content: stored.content } : draft;
}

/** Whether two forms plan the same time, by the clocks of the same zone, or none. */
export function isSamePlan(one: PressReleaseDraft, other: PressReleaseDraft): boolean {
  const [a, b] = [textOf(one), textOf(other)];
  return a.publishAt === b.publishAt && a.timeZone === b.timeZone;
}

/** Whether the same is saved of two forms. */
export function isSameText(one: PressReleaseDraft, other: PressReleaseDraft): boolean {
  return (
    one.title.trim() === other.title.trim() &&
    plainForm(one.content) === plainForm(other.content) &&
    one.forPublic === other.forPublic &&
    one.forInvestors === other.forInvestors &&
    groupsIn(one).join() === groupsIn(other).join() &&
    one.sendEmail === other.sendEmail &&
    isSamePlan(one, other)
  );
}

/** Whose version of a part is taken. */
export type Side = 'mine' | 'theirs';

/** Blocks in which two texts differ. */
interface Difference {
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
  /** Who alone changed them; null when the person has to choose: both did, or one moved what the other changed. */
  readonly changedBy: Side | null;
}

/** Blocks that two texts have in common, or in which they differ. */
export type BlockRun = { readonly same: readonly string[] } | Difference;

/** A place in the base: before a block, the block itself, before the next one, and so on. */
type Slot = number;
const addedSlot = (place: number): Slot => 2 * place;
const blockSlot = (place: number): Slot => 2 * place + 1;

interface PlacedRun {
  readonly slot: Slot;
  readonly run: BlockRun;
}

/** What one person made of the blocks that both began with. */
interface Edit {
  /** What each of them became; null: it was removed. */
  readonly became: (string | null)[];
  /** What was added before each of them, and after the last. */
  readonly added: string[][];
  /** The slots that belong together with the next one: their blocks were split, joined, or written wholly anew. */
  readonly ties: Set<Slot>;
}

/** Two lists side by side: what they have in common, or what stands in the place of what. */
interface Pairing {
  readonly isSame: boolean;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Beyond it blocks are not compared word by word. */
const MAX_COMPARED_PAIRS = 100_000;
/** The share of words in common from which one block is another version of the other. */
const ALIKE = 0.5;

const wordsIn = (block: string): ReadonlySet<string> =>
  new Set(
    textOfHtml(block)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );

/** Creates the test whether one block is another version of the other, by their words. */
function createLikeness(): (one: string, other: string) => boolean {
  const wordsByBlock = new Map<string, ReadonlySet<string>>();
  const wordsOf = (block: string) => {
    const words = wordsByBlock.get(block) ?? wordsIn(block);
    wordsByBlock.set(block, words);
    return words;
  };
  return (one, other) => {
    const [a, b] = [wordsOf(one), wordsOf(other)];
    let common = 0;
    for (const word of a) if (b.has(word)) common += 1;
    return one === other || (common > 0 && 2 * common >= ALIKE * (a.size + b.size));
  };
}

function pairingsOf(
  from: readonly string[],
  to: readonly string[],
  comparator?: (one: string, other: string) => boolean,
): readonly Pairing[] {
  const pairings: Pairing[] = [];
  let [fromPlace, toPlace] = [0, 0];
  for (const { count, added, removed } of diffArrays([...from], [...to], comparator && { comparator })) {
    const removedBlocks = added ? [] : from.slice(fromPlace, fromPlace + count);
    const addedBlocks = removed ? [] : to.slice(toPlace, toPlace + count);
    fromPlace += removedBlocks.length;
    toPlace += addedBlocks.length;
    const last = pairings.at(-1);
    if (last && !last.isSame && (added || removed))
      pairings.splice(-1, 1, {
        isSame: false,
        from: [...last.from, ...removedBlocks],
        to: [...last.to, ...addedBlocks],
      });
    else pairings.push({ isSame: !added && !removed, from: removedBlocks, to: addedBlocks });
  }
  return pairings;
}

/** Compares one person's text with the base: a rewritten block takes the place of its former version. */
function editOf(
  base: readonly string[],
  text: readonly string[],
  isAlike: (one: string, other: string) => boolean,
): Edit {
  const edit: Edit = { became: [], added: base.map(() => []).concat([[]]), ties: new Set() };
  const pair = ({ from, to }: Pairing) => {
    edit.became.push(...from.map((_, place) => to[place] ?? null));
    edit.added[edit.became.length]?.push(...to.slice(from.length));
  };
  for (const pairing of pairingsOf(base, text)) {
    const { isSame, from, to } = pairing;
    const [start, end] = [edit.became.length, edit.became.length + from.length];
    const isWhole = isSame || from.length * to.length > MAX_COMPARED_PAIRS;
    for (const part of isWhole ? [pairing] : pairingsOf(from, to, isAlike)) {
      const first = edit.became.length;
      pair(part);
      const last = edit.became.length;
      if (part.isSame) continue;
      // The words of a block without another version may stand in the next one, before or after it, that was written anew.
      const firstSlot =
        first > start ? blockSlot(first - 1) : part.from.length > 0 ? blockSlot(first) : addedSlot(first);
      const lastSlot =
        last < end ? blockSlot(last) : part.to.length > part.from.length ? addedSlot(last) : blockSlot(last - 1);
      for (let slot = firstSlot; slot < lastSlot; slot += 1) edit.ties.add(slot);
    }
  }
  return edit;
}

const isDifference = (run: BlockRun): run is Difference => !('same' in run);

const combine = (one: Difference, next: Difference): Difference => ({
  theirs: [...one.theirs, ...next.theirs],
  mine: [...one.mine, ...next.mine],
  changedBy: one.changedBy === next.changedBy ? one.changedBy : null,
});

/** Returns runs with neighbours that belong together made one; where not one person alone changed them, that is a question. */
function joinTied(runs: readonly PlacedRun[], isTied: (slot: Slot) => boolean): readonly BlockRun[] {
  const all: PlacedRun[] = [];
  for (const { slot, run } of runs) {
    const last = all.at(-1);
    const between = last ? Array.from({ length: slot - last.slot }, (_, step) => last.slot + step) : [];
    if (last && isDifference(last.run) && isDifference(run) && between.every(isTied))
      all.splice(-1, 1, { slot, run: combine(last.run, run) });
    else all.push({ slot, run });
  }
  return all.map(({ run }) => run);
}

/** Returns runs with neighbours of one kind made one; of what both changed, each is a run of its own. */
function joinNeighbors(runs: readonly BlockRun[]): readonly BlockRun[] {
  return runs.reduce<BlockRun[]>((all, run) => {
    const last = all.at(-1);
    if (last && 'same' in last && 'same' in run) all.splice(-1, 1, { same: [...last.same, ...run.same] });
    else if (last && isDifference(last) && isDifference(run) && run.changedBy && last.changedBy === run.changedBy)
      all.splice(-1, 1, combine(last, run));
    else all.push(run);
    return all;
  }, []);
}

/** Returns the runs that were added at one place; only different additions of both are open. */
function addedRuns(theirs: readonly string[], mine: readonly string[]): readonly BlockRun[] {
  return pairingsOf(theirs, mine).map(({ isSame, from, to }): BlockRun => {
    if (isSame) return { same: to };
    return { theirs: from, mine: to, changedBy: from.length === 0 ? 'mine' : to.length === 0 ? 'theirs' : null };
  });
}

/** Returns the runs of one block of the base; none when both removed it, or where the base has none. */
function blockRuns(base: string | undefined, theirs: string | null, mine: string | null): readonly BlockRun[] {
  const listOf = (block: string | null) => (block === null ? [] : [block]);
  if (theirs === mine) return mine === null ? [] : [{ same: [mine] }];
  return [
    {
      theirs: listOf(theirs),
      mine: listOf(mine),
      changedBy: theirs === base ? 'mine' : mine === base ? 'theirs' : null,
    },
  ];
}

/**
 * Compares what two people made of the same blocks, block by block: who changed neighbouring blocks is told for each, unless they
 * belong together. All that either of them has is in the runs, in its order.
 */
export function mergeBlocks(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly BlockRun[] {
  const isAlike = createLikeness();
  const [ours, others] = [editOf(base, mine, isAlike), editOf(base, theirs, isAlike)];
  const added = (place: number) => addedRuns(others.added[place] ?? [], ours.added[place] ?? []);
  const runs = [...base.keys(), base.length].flatMap((place) => [
    ...added(place).map((run) => ({ slot: addedSlot(place), run })),
    ...blockRuns(base[place], others.became[place] ?? null, ours.became[place] ?? null).map((run) => ({
      slot: blockSlot(place),
      run,
    })),
  ]);
  // What one took from a place where the other changed it may stand elsewhere.
  const conflicts = base.filter((block, place) => {
    const versions = [ours.became[place] ?? null, others.became[place] ?? null];
    return !versions.includes(block) && versions.some((now) => now === null || !isAlike(block, now));
  });
  const isMoved = (block: string) => conflicts.some((was) => isAlike(was, block));
  const checkedRuns = runs.map(({ slot, run }) => {
    const isOpen = isDifference(run) && run.changedBy !== null && run[run.changedBy].some(isMoved);
    return { slot, run: isOpen ? { ...run, changedBy: null } : run };
  });
  return joinNeighbors(joinTied(checkedRuns, (slot) => ours.ties.has(slot) || others.ties.has(slot)));
}
