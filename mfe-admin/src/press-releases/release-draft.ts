import type { AdminPressRelease, AlertTopic, NewPressRelease, ReleaseTarget } from '@cytocomm/contract';

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
  /** The release that is being changed, in the state it was taken up in; null for a new one. */
  readonly changing: { readonly id: string; readonly etag: string } | null;
  /** It is out already: to save it changes it where it is read. */
  readonly isOut: boolean;
  /** It went out by mail already, and does not go out twice. */
  readonly wasMailed: boolean;
  /** Something was written that is stored nowhere else. */
  readonly isTouched: boolean;
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
  changing: null,
  isOut: false,
  wasMailed: false,
  isTouched: false,
};

/** Returns the draft in what was stored; null for anything that is not a whole draft. */
export function readDraft(stored: unknown): ReleaseDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const draft = { ...emptyDraft, ...stored };
  const whole =
    [draft.title, draft.content, draft.at].every((text) => typeof text === 'string') &&
    [draft.forPublic, draft.forInvestors, draft.sendEmail, draft.isOut, draft.wasMailed, draft.isTouched].every(
      (choice) => typeof choice === 'boolean',
    ) &&
    ['now', 'later', 'draft'].includes(draft.when) &&
    (draft.changing === null || (typeof draft.changing?.id === 'string' && typeof draft.changing.etag === 'string'));
  return whole ? draft : null;
}

/** Returns the form for a release that exists. */
export function draftOf(release: AdminPressRelease): ReleaseDraft {
  const { id, etag, title, content, target, status, publishAt, sendEmail, mailing } = release;
  return {
    title,
    content,
    forPublic: target.includes('public'),
    forInvestors: target.includes('investors'),
    when: status === 'published' ? 'now' : status === 'scheduled' ? 'later' : 'draft',
    at: publishAt === null ? '' : localTime(publishAt),
    sendEmail,
    changing: { id, etag },
    isOut: status === 'published',
    wasMailed: mailing === 'queued',
    isTouched: false,
  };
}

/** What people wrote, without what is known of the release besides. */
export type DraftText = Omit<ReleaseDraft, 'changing' | 'isOut' | 'wasMailed' | 'isTouched'>;

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
export function mailedNow(draft: ReleaseDraft): readonly AlertTopic[] | null {
  if (!draft.sendEmail || draft.when !== 'now' || draft.wasMailed) return null;
  return [
    ...(draft.forPublic ? (['public-news'] as const) : []),
    ...(draft.forInvestors ? (['investor-news'] as const) : []),
  ];
}

/** Returns the request that a complete form makes. */
export function releaseOf(draft: ReleaseDraft): NewPressRelease & { status: NonNullable<NewPressRelease['status']> } {
  const target: ReleaseTarget[] = [
    ...(draft.forPublic ? (['public'] as const) : []),
    ...(draft.forInvestors ? (['investors'] as const) : []),
  ];
  const base = { title: draft.title.trim(), content: draft.content, target, sendEmail: draft.sendEmail };
  if (draft.when === 'draft') return { ...base, status: 'draft' };
  if (draft.when === 'now') return { ...base, status: 'published' };
  return { ...base, status: 'scheduled', publishAt: new Date(draft.at).toISOString() };
}

/** Returns a moment as a `datetime-local` field wants it, in this person's zone. */
function localTime(moment: string): string {
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
