import type { AdminPressRelease } from '@cytocomm/contract';
import { sanitizeHtml } from '@cytocomm/kit/html';
import { isSamePlan, mergeBlocks, plainForm, type Side } from './merge-blocks.ts';
import { groupsIn, type PressReleaseDraft } from './press-release-draft.ts';

/** Where two texts meet: while the person writes, or is about to publish, or to ask for or give an approval. */
export type MeetingPlace = 'writing' | 'publishing' | 'approval';

/** Somebody else saved another text first. */
export interface Conflict {
  readonly theirs: AdminPressRelease;
  /** The text that both began with. */
  readonly base: PressReleaseDraft;
  /** The other one published, planned or withdrew it. */
  readonly isMoved: boolean;
  /** What the person was about to do, and has not done. */
  readonly at: MeetingPlace;
}

/**
 * Where two texts were made one; `theirs`: the other one was taken in place of what the person had only read when they answered,
 * `present`: while they read.
 */
export type MergeOrigin = MeetingPlace | 'theirs' | 'present' | null;

/** Whose version of a part is taken; `both` takes theirs, then mine. */
export type Choice = Side | 'both';

/** A part of a release in which two texts differ. */
export interface MergePart {
  readonly key: string;
  readonly name: string;
  /** As words, for people; of a text as HTML. */
  readonly mine: string;
  readonly theirs: string;
  /** Theirs and then mine, where both wrote something. */
  readonly both?: string;
  /** Who alone changed it; null when both did, and the person has to choose. */
  readonly changedBy: Side | null;
  /** A choice, no words: it is shown as a whole. */
  readonly isChoice?: boolean;
}

/** A run of blocks of the text: the same in both, or a part. */
type Run = { readonly same: string } | { readonly part: MergePart };

/** What two texts have in common, and where they differ. */
export interface Merge {
  readonly parts: readonly MergePart[];
  /** Returns the text that the choices make; a part without a choice is mine. */
  result(choices: ReadonlyMap<string, Choice>): PressReleaseDraft;
}

/** Returns the blocks of a text: its paragraphs, headings, lists and tables, each as HTML. */
export function blocksOf(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(sanitizeHtml(html), 'text/html');
  return [...body.childNodes]
    .map((node) => plainForm(node instanceof Element ? node.outerHTML : `<p>${node.textContent ?? ''}</p>`))
    .filter((block) => block !== '' && block !== '<p></p>');
}

/** Returns who alone changed something, by whether each has it as it was. */
function changedBy(theirsIsOld: boolean, mineIsOld: boolean): Side | null {
  if (theirsIsOld === mineIsOld) return null;
  return mineIsOld ? 'theirs' : 'mine';
}

function runsOf(base: string, mine: string, theirs: string): readonly Run[] {
  return mergeBlocks(blocksOf(base), blocksOf(mine), blocksOf(theirs)).map((run, place) => {
    if ('same' in run) return { same: run.same.join('') };
    const [first, second] = [run.theirs.join(''), run.mine.join('')];
    const isOpen = run.changedBy === null && first !== '' && second !== '';
    return {
      part: {
        ...{ key: `text ${place}`, name: 'Text', theirs: first, mine: second, changedBy: run.changedBy },
        ...(isOpen && { both: first + second }),
      },
    };
  });
}

function targetWords(draft: PressReleaseDraft): string {
  const { forPublic, forInvestors } = draft;
  const targets = [forPublic ? 'Public' : '', forInvestors ? 'Investors' : ''].filter((word) => word !== '');
  const groups = groupsIn(draft);
  return `${targets.join(', ') || 'No one'}${groups.length === 0 ? '' : ` in ${groups.join(', ')}`}`;
}

function timeWords({ when, at, zone, isSecond }: PressReleaseDraft): string {
  if (when === 'now') return 'Now';
  if (at === '') return 'Not yet';
  const time = `${at.replace('T', ' ')} (${zone}${isSecond ? ', the second time' : ''})`;
  return when === 'later' ? time : `Not yet, planned for ${time}`;
}

/**
 * Returns a stored release that is not published as it stands in the person's form: only the planned time is stored, so what
 * else is chosen under Publish is theirs.
 */
function inForm(
  stored: PressReleaseDraft,
  { when, at, zone, isSecond, ...mine }: PressReleaseDraft,
): PressReleaseDraft {
  if (isSamePlan(stored, { ...mine, when, at, zone, isSecond })) return { ...stored, when, at, zone, isSecond };
  return { ...stored, when: stored.when === 'now' || stored.at === '' ? 'draft' : 'later' };
}

const mailWords = ({ sendEmail }: PressReleaseDraft) => (sendEmail ? 'yes' : 'no');

/** The parts besides the text: their names, their words, and what is taken with them. */
const FIELDS = [
  { key: 'title', name: 'Title', words: ({ title }: PressReleaseDraft) => title.trim(), take: ['title'] },
  { key: 'target', name: 'Target', words: targetWords, take: ['forPublic', 'forInvestors', 'groups'] },
  { key: 'time', name: 'Publish', words: timeWords, take: ['when', 'at', 'zone', 'isSecond'] },
  { key: 'mail', name: 'E-mail', words: mailWords, take: ['sendEmail'] },
] as const;

/** Compares what two people made of one text. `isMoved`: the other one published, planned or withdrew it. */
export function mergeOf(
  original: PressReleaseDraft,
  mine: PressReleaseDraft,
  stored: PressReleaseDraft,
  isMoved = false,
): Merge {
  const isUnpublished = stored.when === 'draft' && !isMoved;
  const [base, theirs] = isUnpublished ? [inForm(original, mine), inForm(stored, mine)] : [original, stored];
  const fields = FIELDS.filter(({ words }) => words(mine) !== words(theirs));
  const runs = runsOf(base.content, mine.content, theirs.content);
  const fieldParts = fields.map(
    ({ key, name, words }): MergePart => ({
      ...{ key, name, mine: words(mine), theirs: words(theirs), isChoice: key !== 'title' },
      changedBy: changedBy(words(base) === words(theirs), words(base) === words(mine)),
    }),
  );
  const texts = runs.flatMap((run) => ('part' in run ? [run.part] : []));
  const textParts = texts.map((part, place) =>
    texts.length === 1 ? part : { ...part, name: `${part.name}, ${place + 1} of ${texts.length}` },
  );
  return {
    parts: [...fieldParts, ...textParts],
    result: (choices) => {
      const theirFields = fields
        .filter(({ key }) => choices.get(key) === 'theirs')
        .flatMap(({ take }) => take.map((field) => [field, theirs[field]] as const));
      const content = runs
        .map((run) => ('same' in run ? run.same : (run.part[choices.get(run.part.key) ?? 'mine'] ?? run.part.mine)))
        .join('');
      return { ...mine, ...Object.fromEntries(theirFields), content };
    },
  };
}
