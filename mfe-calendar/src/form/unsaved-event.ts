import { keepDraft, readDraft } from '@cytocomm/session';
import { type EventDraft, readEventDraft } from './event-draft.ts';

/** What was typed of an event and is not saved. */
export interface UnsavedEvent {
  /** What the form began with. */
  readonly initial: EventDraft;
  readonly draft: EventDraft;
}

// What one of them says has no meaning without the others.
const TOGETHER = [
  ['title'],
  ['wholeDays', 'day', 'lastDay', 'start', 'end', 'zone'],
  ['place'],
  ['url'],
  ['audience', 'roles'],
] as const;

const nameOf = (id: string | null) => `event ${id ?? 'new'}`;

/** Keeps in this tab what is typed of an event, or of a new one without an id; null removes it. */
export function keepUnsavedEvent(id: string | null, unsaved: UnsavedEvent | null): void {
  keepDraft(nameOf(id), unsaved);
}

/** Returns a form as it was left in this tab: what was touched, in the event as it is now. Null when nothing was left. */
export function unsavedEvent(id: string | null, present: EventDraft): EventDraft | null {
  const stored = readDraft(nameOf(id));
  if (typeof stored !== 'object' || stored === null) return null;
  const { initial, draft }: { readonly initial?: unknown; readonly draft?: unknown } = stored;
  const [before, written] = [readEventDraft(initial), readEventDraft(draft)];
  if (before === null || written === null) return null;
  const isTouched = (field: keyof EventDraft) => JSON.stringify(before[field]) !== JSON.stringify(written[field]);
  const touched = TOGETHER.filter((fields) => fields.some(isTouched)).flat();
  return { ...present, ...Object.fromEntries(touched.map((field) => [field, written[field]])) };
}
