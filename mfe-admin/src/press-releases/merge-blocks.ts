import { textOfHtml } from '@cytocomm/contract';
import { diffArrays } from 'diff';

/** Whose version of a part is taken. */
export type Side = 'mine' | 'theirs';

/** Blocks that two texts have in common, or in which they differ. */
export type BlockRun =
  | { readonly same: readonly string[] }
  | {
      readonly theirs: readonly string[];
      readonly mine: readonly string[];
      /** Who alone changed them; null when both did. */
      readonly changedBy: Side | null;
    };

/** What one person made of the blocks that both began with. */
interface Edit {
  /** What each of them became; null: it was removed. */
  readonly became: (string | null)[];
  /** What was added before each of them, and after the last. */
  readonly added: string[][];
}

/** Two lists side by side: what they have in common, or what stands in the place of what. */
interface Pairing {
  readonly isSame: boolean;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** More blocks are paired by their order alone: the time to compare their words grows with their product. */
const MOST_PAIRS = 10_000;
/** The share of words in common from which one block is another version of the other. */
const ALIKE = 0.5;

const wordsIn = (block: string): ReadonlySet<string> =>
  new Set(
    textOfHtml(block)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );

/** Returns what tells whether one block is another version of the other, by their words. */
function createLikeness(): (one: string, other: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  const wordsOf = (block: string) => {
    const words = known.get(block) ?? wordsIn(block);
    known.set(block, words);
    return words;
  };
  return (one, other) => {
    const [a, b] = [wordsOf(one), wordsOf(other)];
    const common = [...a].filter((word) => b.has(word)).length;
    return common > 0 && 2 * common >= ALIKE * (a.size + b.size);
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
    const gone = added ? [] : from.slice(fromPlace, fromPlace + count);
    const come = removed ? [] : to.slice(toPlace, toPlace + count);
    fromPlace += gone.length;
    toPlace += come.length;
    const last = pairings.at(-1);
    if (last && !last.isSame && (added || removed))
      pairings.splice(-1, 1, { isSame: false, from: [...last.from, ...gone], to: [...last.to, ...come] });
    else pairings.push({ isSame: !added && !removed, from: gone, to: come });
  }
  return pairings;
}

/** Returns what one person made of the base: each block that was written anew stands in the place of the one it was. */
function editOf(
  base: readonly string[],
  text: readonly string[],
  isAlike: (one: string, other: string) => boolean,
): Edit {
  const edit: Edit = { became: [], added: base.map(() => []).concat([[]]) };
  const pair = ({ from, to }: Pairing) => {
    edit.became.push(...from.map((_, place) => to[place] ?? null));
    edit.added[edit.became.length]?.push(...to.slice(from.length));
  };
  for (const pairing of pairingsOf(base, text)) {
    const { isSame, from, to } = pairing;
    if (isSame || from.length * to.length > MOST_PAIRS) pair(pairing);
    else for (const alike of pairingsOf(from, to, isAlike)) pair(alike);
  }
  return edit;
}

/** Returns runs with neighbours of one kind made one; where both changed, each block is a run of its own. */
function joined(runs: readonly BlockRun[]): readonly BlockRun[] {
  return runs.reduce<BlockRun[]>((all, run) => {
    const last = all.at(-1);
    if (last && 'same' in last && 'same' in run) all.splice(-1, 1, { same: [...last.same, ...run.same] });
    else if (last && !('same' in last) && !('same' in run) && run.changedBy && last.changedBy === run.changedBy)
      all.splice(-1, 1, {
        theirs: [...last.theirs, ...run.theirs],
        mine: [...last.mine, ...run.mine],
        changedBy: run.changedBy,
      });
    else all.push(run);
    return all;
  }, []);
}

/** Returns what was added at one place: only what both added there differently has to be chosen. */
function addedRuns(theirs: readonly string[], mine: readonly string[]): readonly BlockRun[] {
  return pairingsOf(theirs, mine).map(({ isSame, from, to }): BlockRun => {
    if (isSame) return { same: to };
    return { theirs: from, mine: to, changedBy: from.length === 0 ? 'mine' : to.length === 0 ? 'theirs' : null };
  });
}

/** Returns what became of one block of the base; nothing when both removed it. */
function blockRuns(base: string, theirs: string | null, mine: string | null): readonly BlockRun[] {
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
 * Compares what two people made of the same blocks, block by block: who changed neighbouring blocks is told for each. All that
 * either of them has is in the runs, in its order.
 */
export function mergeBlocks(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly BlockRun[] {
  const isAlike = createLikeness();
  const [ours, others] = [editOf(base, mine, isAlike), editOf(base, theirs, isAlike)];
  const added = (place: number) => addedRuns(others.added[place] ?? [], ours.added[place] ?? []);
  const runs = base.flatMap((block, place) => [
    ...added(place),
    ...blockRuns(block, others.became[place] ?? null, ours.became[place] ?? null),
  ]);
  return joined([...runs, ...added(base.length)]);
}
