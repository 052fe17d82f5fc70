import { keepDraft, readDraft, useSession } from '@cytocomm/session';
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
  ['wholeDays', 'day', 'lastDay', 'start', 'startIsSecond', 'end', 'endIsSecond', 'zone'],
  ['place'],
  ['url'],
  ['audience', 'roles'],
] as const;

// In memory alone: after a reload nobody waits for the answer, and it is offered again.
const onTheirWay = new Set<string>();

const nameOf = (id: string | null) => `event ${id ?? 'new'}`;

/** Keeps in this tab what is typed of an event, or of a new one without an id; null removes it. */
export function keepUnsavedEvent(id: string | null, unsaved: UnsavedEvent | null): void {
  keepDraft(nameOf(id), unsaved);
}

/**
 * Sends what was typed of an event by a function that resolves to whether it was stored, and resolves to that. Meanwhile no other
 * form offers it as unsaved; it goes when it is stored, and stays when it is not.
 */
export async function sendUnsavedEvent(
  id: string | null,
  unsaved: UnsavedEvent,
  send: () => Promise<boolean>,
): Promise<boolean> {
  const owner = useSession.getState().email;
  const text = JSON.stringify(unsaved);
  onTheirWay.add(text);
  try {
    const isStored = await send();
    const left = readDraft(nameOf(id));
    // Another form may have left something else since, and somebody else may be signed in.
    if (isStored && JSON.stringify(left) === text) keepUnsavedEvent(id, null);
    if (!isStored && left === null && useSession.getState().email === owner) keepUnsavedEvent(id, unsaved);
    return isStored;
  } finally {
    onTheirWay.delete(text);
  }
}

/** Returns a form as it was left in this tab: what was touched, in the event as it is now. Null when nothing was left. */
export function unsavedEvent(id: string | null, present: EventDraft): EventDraft | null {
  const stored = readDraft(nameOf(id));
  if (typeof stored !== 'object' || stored === null || onTheirWay.has(JSON.stringify(stored))) return null;
  const { initial, draft }: { readonly initial?: unknown; readonly draft?: unknown } = stored;
  const [before, written] = [readEventDraft(initial), readEventDraft(draft)];
  if (before === null || written === null) return null;
  const isTouched = (field: keyof EventDraft) => JSON.stringify(before[field]) !== JSON.stringify(written[field]);
  const touched = TOGETHER.filter((fields) => fields.some(isTouched)).flat();
  return { ...present, ...Object.fromEntries(touched.map((field) => [field, written[field]])) };
}
