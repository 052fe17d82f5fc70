import {
  type AdminPressRelease,
  type AlertTopic,
  type PressReleaseTarget,
  type PressReleaseText,
  textOfHtml,
} from '@cytocomm/contract';
import { clockIn, faultOfClock, isSecondIn, knowsZone, momentIn, ownZone } from '@cytocomm/kit/dashboard';

/** A release as it is stored. */
export interface StoredPressRelease {
  readonly id: string;
  readonly etag: string;
  readonly status: AdminPressRelease['status'];
  readonly updatedAt: string;
  /** The text of that version. */
  readonly base: PressReleaseDraft;
}

/** Returns the stored release of an answer; `base` is its text. */
export const storedPressReleaseOf = (release: AdminPressRelease, base: PressReleaseDraft): StoredPressRelease => ({
  id: release.id,
  etag: release.etag,
  status: release.status,
  updatedAt: release.updatedAt,
  base,
});

/** Returns the newest title of a release. */
export const pressReleaseName = ({ title, pending }: AdminPressRelease): string =>
  pending?.title || title || 'Untitled';

/** When a release is to appear. */
export type When = 'now' | 'later' | 'draft';

/** What stands in the form. */
export interface PressReleaseDraft {
  readonly title: string;
  readonly content: string;
  readonly forPublic: boolean;
  readonly forInvestors: boolean;
  /** For which of the investors alone; none: for all. */
  readonly groups: readonly string[];
  readonly when: When;
  /** What the clocks of `zone` show then: `2026-11-20T15:30`; empty while no time is chosen. */
  readonly at: string;
  readonly zone: string;
  /** The later one of two, where the clocks of `zone` show `at` twice. */
  readonly isSecond: boolean;
  readonly sendEmail: boolean;
}

/** An empty form. */
export const emptyDraft: PressReleaseDraft = {
  title: '',
  content: '',
  forPublic: true,
  forInvestors: false,
  groups: [],
  when: 'now',
  at: '',
  zone: ownZone(),
  isSecond: false,
  sendEmail: false,
};

/** Returns the draft in what was stored; null for anything that is not a whole draft. */
export function readDraft(stored: unknown): PressReleaseDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const draft = { ...emptyDraft, ...stored };
  const isWhole =
    [draft.title, draft.content, draft.at].every((text) => typeof text === 'string') &&
    (draft.at === '' || !Number.isNaN(Date.parse(`${draft.at}Z`))) &&
    typeof draft.zone === 'string' &&
    knowsZone(draft.zone) &&
    [draft.forPublic, draft.forInvestors, draft.sendEmail, draft.isSecond].every(
      (choice) => typeof choice === 'boolean',
    ) &&
    Array.isArray(draft.groups) &&
    draft.groups.every((group) => typeof group === 'string') &&
    ['now', 'later', 'draft'].includes(draft.when);
  const { title, content, forPublic, forInvestors, groups, when, at, zone, isSecond, sendEmail } = draft;
  return isWhole ? { title, content, forPublic, forInvestors, groups, when, at, zone, isSecond, sendEmail } : null;
}

/** Returns the form for a release that exists: what was written last, published or not. */
export function draftOf({ status, pending, ...release }: AdminPressRelease): PressReleaseDraft {
  const { title, content, target, publishAt, timeZone, sendEmail } = pending ?? release;
  // Made public, it has none; no longer public, it is for whom it is out already, not for all.
  const { groups = [] } = target.includes('public') ? release : (pending ?? release);
  const planned = pending ? pending.publishAt !== null : status === 'scheduled';
  // What waits for a second person, or has waited, appears at its time: it is not meant to stay a draft.
  const isAwaited =
    ['asked', 'approved'].includes(release.approval?.state ?? '') && Date.parse(publishAt ?? '') > Date.now();
  return {
    title,
    content,
    forPublic: target.includes('public'),
    forInvestors: target.includes('investors'),
    groups,
    when: isAwaited ? 'later' : status === 'draft' ? 'draft' : planned ? 'later' : 'now',
    ...enteredTime(publishAt, timeZone),
    sendEmail,
  };
}

/** Returns a time as it was entered: by the clocks of its zone, or of the local one if none was named. */
function enteredTime(publishAt: string | null, timeZone: string | undefined) {
  const zone = timeZone !== undefined && knowsZone(timeZone) ? timeZone : ownZone();
  if (publishAt === null) return { at: '', zone, isSecond: false };
  const moment = new Date(publishAt);
  return { at: clockIn(zone, moment), zone, isSecond: isSecondIn(zone, moment) };
}

/** What is missing in a form, by field. */
export interface Missing {
  readonly title?: string;
  readonly content?: string;
  readonly target?: string;
  readonly at?: string;
}

/** Returns the moment that is planned in a form; undefined while none is chosen. */
export function plannedMoment({ at, zone, isSecond }: PressReleaseDraft): Date | undefined {
  return at === '' ? undefined : momentIn(zone, at, isSecond).moment;
}

function faultOfTime(draft: PressReleaseDraft, now: number): string | undefined {
  const gap = draft.at === '' ? undefined : faultOfClock(draft.zone, draft.at);
  return gap ?? (Number(plannedMoment(draft)) > now ? undefined : 'Choose a time in the future.');
}

/** Returns the missing fields of a form; null when it is complete. */
export function missingIn(draft: PressReleaseDraft, now = Date.now()): Missing | null {
  const at = draft.when === 'later' ? faultOfTime(draft, now) : undefined;
  const missing: Missing = {
    ...(draft.title.trim() === '' && { title: 'A title is needed.' }),
    ...(textOfHtml(draft.content) === '' && { content: 'The text is needed.' }),
    ...(!draft.forPublic && !draft.forInvestors && { target: 'Choose who may read it.' }),
    ...(at !== undefined && { at }),
  };
  return Object.keys(missing).length === 0 ? null : missing;
}

/** Returns a planned moment in words, by the clocks of its zone. */
export function momentWords(moment: Date, zone: string): string {
  const time = moment.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: zone });
  return `${time} (${zone})`;
}

/** Returns the alert topics whose subscribers get the mails of a draft. */
export function topicsOf({ forPublic, forInvestors }: PressReleaseDraft): readonly AlertTopic[] {
  return [...(forPublic ? (['public-news'] as const) : []), ...(forInvestors ? (['investor-news'] as const) : [])];
}

/** Whom the mails of a draft go to as soon as it is sent; null when none go out then. */
export function mailedNow(draft: PressReleaseDraft, wasMailed: boolean): readonly AlertTopic[] | null {
  return !draft.sendEmail || draft.when !== 'now' || wasMailed ? null : topicsOf(draft);
}

function targetOf({ forPublic, forInvestors }: PressReleaseDraft): PressReleaseTarget[] {
  return [...(forPublic ? (['public'] as const) : []), ...(forInvestors ? (['investors'] as const) : [])];
}

/** Returns the groups that a form is for: what is public is for none. */
export const groupsIn = ({ forPublic, groups }: Pick<PressReleaseDraft, 'forPublic' | 'groups'>): readonly string[] =>
  forPublic ? [] : groups;

/** Returns the text of a form as it is saved, complete or not. */
export function textOf(draft: PressReleaseDraft): PressReleaseText {
  const planned = draft.when === 'now' ? undefined : plannedMoment(draft);
  return {
    title: draft.title.trim(),
    content: draft.content,
    target: targetOf(draft),
    groups: [...groupsIn(draft)],
    sendEmail: draft.sendEmail,
    publishAt: planned?.toISOString() ?? null,
    ...(planned && { timeZone: draft.zone }),
  };
}

/** Returns the draft of a new release in place of a deleted one: for the same readers, and not mailed again. */
export const replacementOf = (draft: PressReleaseDraft): PressReleaseDraft => ({ ...draft, sendEmail: false });

/** Returns the form as it appears when it is published as it was saved: at its planned time, or now. */
export function publicationDraft(draft: PressReleaseDraft, now = Date.now()): PressReleaseDraft {
  if (draft.when !== 'draft') return draft;
  return { ...draft, when: Number(plannedMoment(draft) ?? 0) > now ? 'later' : 'now' };
}

/** Returns the change that a complete form makes. */
export function publicationOf(draft: PressReleaseDraft) {
  const { publishAt, timeZone, ...text } = textOf(draft);
  if (draft.when === 'draft') return { ...text, status: 'draft' as const };
  if (draft.when === 'now') return { ...text, status: 'published' as const };
  return { ...text, status: 'scheduled' as const, publishAt, timeZone: timeZone ?? null };
}
