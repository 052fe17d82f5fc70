import { isApiProblem } from '@cytocomm/http';
import { keepDraft, readDraft, setUnderWay, useSession } from '@cytocomm/session';
import { type EventDraft, readEventDraft } from './event-draft.ts';

/** What was sent last, as text, and the key under which that is added once. */
interface SentEvent {
  readonly text: string;
  readonly key: string;
}

/** What was typed of an event and is not saved. */
export interface UnsavedEvent {
  /** What the form began with. */
  readonly initial: EventDraft;
  readonly draft: EventDraft;
  /** Null while nothing was sent. */
  readonly sent: SentEvent | null;
}

/** A form as it was left. */
export interface LeftEvent extends Pick<UnsavedEvent, 'draft' | 'sent'> {
  /** The id of the form. */
  readonly formId: string;
  /** The page was left while it was sent, so it may be saved or not. */
  readonly mayBeSaved: boolean;
}

/** The outcome of sending: `refused` is not stored, and its key cannot be used again; `unknown` may be stored or not. */
export type SendOutcome = 'stored' | 'refused' | 'unknown';

/** The statuses of an event that is not stored: it is malformed, too long, not the one of its key, or was deleted since. */
const NOT_STORED: readonly number[] = [400, 409, 413, 422];

/** Returns the outcome of what was answered with an error. */
export const failureOf = (error: unknown): SendOutcome =>
  isApiProblem(error) && NOT_STORED.includes(error.status) ? 'refused' : 'unknown';

/** How it is stored: one list for each event, and one for new ones. */
interface Stored extends UnsavedEvent {
  readonly formId: string;
  readonly isSending: boolean;
}

/** How many forms of an event are kept; the oldest goes first. */
const MAX_KEPT = 10;

// What one of them says has no meaning without the others.
const TOGETHER = [
  ['title'],
  ['wholeDays', 'day', 'lastDay', 'start', 'startIsSecond', 'end', 'endIsSecond', 'zone'],
  ['place'],
  ['url'],
  ['audience', 'roles', 'groups'],
] as const;

// In memory only: a reload drops the answer, and the event is offered again.
const onTheirWay = new Set<string>();

const nameOf = (id: string | null) => `event ${id ?? 'new'}`;

function readSent(sent: unknown): SentEvent | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const { text, key }: { readonly text?: unknown; readonly key?: unknown } = sent;
  return typeof text === 'string' && typeof key === 'string' ? { text, key } : null;
}

function readStored(stored: unknown): Stored[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { formId, initial, draft, sent, isSending }: Partial<Readonly<Record<keyof Stored, unknown>>> = stored;
  const [before, written] = [readEventDraft(initial), readEventDraft(draft)];
  if (typeof formId !== 'string' || before === null || written === null) return [];
  return [{ formId, initial: before, draft: written, sent: readSent(sent), isSending: isSending === true }];
}

function readAll(id: string | null): readonly Stored[] {
  const stored = readDraft(nameOf(id));
  if (Array.isArray(stored)) return stored.flatMap(readStored);
  // A tab that is open since before holds one form without an id.
  return typeof stored === 'object' && stored !== null ? readStored({ ...stored, formId: nameOf(id) }) : [];
}

function keep(id: string | null, formId: string, own: Stored | null): void {
  const all = readAll(id);
  const isKept = all.some((each) => each.formId === formId);
  const changed = isKept
    ? all.flatMap((each) => (each.formId === formId ? (own ?? []) : each))
    : [...all, ...(own ? [own] : [])];
  keepDraft(nameOf(id), changed.length === 0 ? null : changed.slice(-MAX_KEPT));
}

/** Keeps in this tab what is typed in a form of an event, or of a new one without an id; null removes it, and no other. */
export function keepUnsavedEvent(id: string | null, formId: string, unsaved: UnsavedEvent | null): void {
  keep(id, formId, unsaved && { ...unsaved, formId, isSending: false });
}

/**
 * Sends what was typed of an event by a function that resolves to what became of it, and resolves to that. Meanwhile no other form
 * offers it as unsaved, and a reload asks first; it goes when it is stored, and stays when it is not, without its key when refused.
 */
export async function sendUnsavedEvent(
  id: string | null,
  formId: string,
  unsaved: UnsavedEvent,
  send: () => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const owner = useSession.getState().email;
  keep(id, formId, { ...unsaved, formId, isSending: true });
  onTheirWay.add(formId);
  setUnderWay(`event ${formId}`, true);
  try {
    const outcome = await send();
    const rest = outcome === 'refused' ? { ...unsaved, sent: null } : unsaved;
    // Somebody else may be signed in.
    if (useSession.getState().email === owner) keepUnsavedEvent(id, formId, outcome === 'stored' ? null : rest);
    return outcome;
  } finally {
    onTheirWay.delete(formId);
    setUnderWay(`event ${formId}`, false);
  }
}

/** Returns the newest unsaved form of this tab: the touched fields in the event as it is now. Null when there is none. */
export function unsavedEvent(id: string | null, present: EventDraft): LeftEvent | null {
  const newest = readAll(id).findLast(({ formId }) => !onTheirWay.has(formId));
  if (newest === undefined) return null;
  const { formId, initial, draft, sent, isSending } = newest;
  const isTouched = (field: keyof EventDraft) => JSON.stringify(initial[field]) !== JSON.stringify(draft[field]);
  const touched = TOGETHER.filter((fields) => fields.some(isTouched)).flat();
  const now = { ...present, ...Object.fromEntries(touched.map((field) => [field, draft[field]])) };
  return { formId, draft: now, sent, mayBeSaved: isSending };
}
