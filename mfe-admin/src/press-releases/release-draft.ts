import type { AdminPressRelease, AlertTopic, ReleaseTarget, ReleaseText } from '@cytocomm/contract';

/** When a release is to appear. */
export type When = 'now' | 'later' | 'draft';

/** What stands in the form. */
export interface ReleaseDraft {
  readonly title: string;
  readonly content: string;
  readonly forPublic: boolean;
  readonly forInvestors: boolean;
  readonly when: When;
  /** A local date and time, as the field gives it; empty while none is chosen. */
  readonly at: string;
  readonly sendEmail: boolean;
}

/** An empty form. */
export const emptyDraft: ReleaseDraft = {
  title: '',
  content: '',
  forPublic: true,
  forInvestors: false,
  when: 'now',
  at: '',
  sendEmail: false,
};

/** Returns the draft in what was stored; null for anything that is not a whole draft. */
export function readDraft(stored: unknown): ReleaseDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const draft = { ...emptyDraft, ...stored };
  const isWhole =
    [draft.title, draft.content, draft.at].every((text) => typeof text === 'string') &&
    [draft.forPublic, draft.forInvestors, draft.sendEmail].every((choice) => typeof choice === 'boolean') &&
    ['now', 'later', 'draft'].includes(draft.when);
  const { title, content, forPublic, forInvestors, when, at, sendEmail } = draft;
  return isWhole ? { title, content, forPublic, forInvestors, when, at, sendEmail } : null;
}

/** Returns the form for a release that exists: what was written last, published or not. */
export function draftOf({ status, pending, ...release }: AdminPressRelease): ReleaseDraft {
  const { title, content, target, publishAt, sendEmail } = pending ?? release;
  const planned = pending ? pending.publishAt !== null : status === 'scheduled';
  return {
    title,
    content,
    forPublic: target.includes('public'),
    forInvestors: target.includes('investors'),
    when: status === 'draft' ? 'draft' : planned ? 'later' : 'now',
    at: publishAt === null ? '' : localTime(publishAt),
    sendEmail,
  };
}

/** What is missing before the form can be sent, by field. */
export interface Missing {
  readonly title?: string;
  readonly content?: string;
  readonly target?: string;
  readonly at?: string;
}

/** Returns what keeps a form from being sent; null when nothing does. */
export function missingIn(draft: ReleaseDraft, now = Date.now()): Missing | null {
  const missing: Missing = {
    ...(draft.title.trim() === '' && { title: 'A title is needed.' }),
    ...(draft.content === '' && { content: 'The text is needed.' }),
    ...(!draft.forPublic && !draft.forInvestors && { target: 'Choose who may read it.' }),
    ...(draft.when === 'later' && !(new Date(draft.at).getTime() > now) && { at: 'Choose a time in the future.' }),
  };
  return Object.keys(missing).length === 0 ? null : missing;
}

/** Whom the mails of a draft go to as soon as it is sent; null when none go out then. */
export function mailedNow(draft: ReleaseDraft, wasMailed: boolean): readonly AlertTopic[] | null {
  if (!draft.sendEmail || draft.when !== 'now' || wasMailed) return null;
  return [
    ...(draft.forPublic ? (['public-news'] as const) : []),
    ...(draft.forInvestors ? (['investor-news'] as const) : []),
  ];
}

function targetOf({ forPublic, forInvestors }: ReleaseDraft): ReleaseTarget[] {
  return [...(forPublic ? (['public'] as const) : []), ...(forInvestors ? (['investors'] as const) : [])];
}

/** Returns what is saved of a form while one types, whole or not. */
export function textOf(draft: ReleaseDraft): ReleaseText {
  const planned = new Date(draft.at);
  const isPlanned = draft.when !== 'now' && !Number.isNaN(planned.getTime());
  return {
    title: draft.title.trim(),
    content: draft.content,
    target: targetOf(draft),
    sendEmail: draft.sendEmail,
    publishAt: isPlanned ? planned.toISOString() : null,
  };
}

/** Returns the change that a complete form makes. */
export function publicationOf(draft: ReleaseDraft) {
  const { publishAt, ...text } = textOf(draft);
  if (draft.when === 'draft') return { ...text, status: 'draft' as const };
  if (draft.when === 'now') return { ...text, status: 'published' as const };
  return { ...text, status: 'scheduled' as const, publishAt };
}

/** Returns a moment as a `datetime-local` field wants it, in this person's zone. */
function localTime(moment: string): string {
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
