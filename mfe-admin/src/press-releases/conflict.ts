import type { AdminPressRelease } from '@cytocomm/contract';
import { draftOf, groupsIn, type PressReleaseDraft } from './press-release-draft.ts';
import { isSameContent, isSamePlan } from './same-text.ts';

/** Where two texts meet: while the person writes, or is about to publish, or to ask for or give an approval. */
export type MeetingPlace = 'writing' | 'publishing' | 'approval';

/** Somebody else saved another text first. */
export interface Conflict {
  readonly theirs: AdminPressRelease;
  /** The other one published, planned or withdrew it. */
  readonly isMoved: boolean;
  /** What the person was about to do, and has not done. */
  readonly at: MeetingPlace;
}

/**
 * Where the person chose between two texts; `theirs`: the other one was taken in place of what the person had only read when they
 * answered, `present`: while they read.
 */
export type ChoicePlace = MeetingPlace | 'theirs' | 'present' | null;

/** Which text goes on: `both` is theirs with mine below it. */
export type Version = 'mine' | 'theirs' | 'both';

const publicationIn = ({ when, at, zone, isSecond }: PressReleaseDraft) => ({ when, at, zone, isSecond });

/** Returns a title as HTML. */
function headingOf(title: string): string {
  const heading = document.createElement('h2');
  heading.textContent = title;
  return title === '' ? '' : heading.outerHTML;
}

/** Returns the forms to choose from. */
export function versionsOf(draft: PressReleaseDraft, { theirs, isMoved }: Conflict) {
  const stored = draftOf(theirs);
  // Only a planned time is stored: what else was chosen under Publish is the person's, unless the other one has done something.
  const ownForm = isMoved ? { ...draft, ...publicationIn(stored) } : draft;
  const otherForm = isMoved || !isSamePlan(stored, draft) ? stored : { ...stored, ...publicationIn(draft) };
  const title = ownForm.title.trim();
  const content = [
    otherForm.content,
    title === otherForm.title.trim() ? '' : headingOf(title),
    isSameContent(ownForm, otherForm) ? '' : ownForm.content,
  ];
  return { mine: ownForm, theirs: otherForm, both: { ...otherForm, content: content.join('') } };
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

const SETTINGS = [
  { name: 'Target', words: targetWords },
  { name: 'Publish', words: timeWords },
  { name: 'E-mail', words: ({ sendEmail }: PressReleaseDraft) => (sendEmail ? 'yes' : 'no') },
] as const;

/** Returns the settings besides title and text in which two forms differ, in words. */
export const differentSettings = (one: PressReleaseDraft, other: PressReleaseDraft) =>
  SETTINGS.map(({ name, words }) => ({ name, from: words(one), to: words(other) })).filter(
    ({ from, to }) => from !== to,
  );
