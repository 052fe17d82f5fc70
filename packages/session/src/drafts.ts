import { useSession } from './store.ts';

// A draft is text that is stored nowhere else. It stays in its tab for its author: it outlives a reload and a
// session that expires, but not a logout, and not that somebody else signs in.
const PREFIX = 'draft of ';
const keyOf = (name: string): string => `${PREFIX}${useSession.getState().email}: ${name}`;

function draftKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // Without storage nothing is kept.
    return [];
  }
}

/** Returns the draft of this name that the person who is signed in has left in this tab; null without one. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a draft in this tab for the person who is signed in; null removes it. */
export function keepDraft(name: string, draft: unknown): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
  } catch {
    // Without storage a form works as any other; it only does not outlive itself.
  }
}

// What leaving would end, by name. In memory alone: what is under way ends with the page.
const underWay = new Set<string>();

/** The browser asks first. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Notes whether something is under way in this tab that a reload or a logout would end, such as an upload: both ask first. */
export function setUnderWay(name: string, isUnderWay: boolean): void {
  if (isUnderWay) underWay.add(name);
  else underWay.delete(name);
  if (underWay.size > 0) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
}

/** Whether this tab holds text that is stored nowhere else. */
export const hasDrafts = (): boolean => draftKeys().length > 0;

/** Whether a logout in this tab loses something: a draft, or what is under way. */
export const hasUnsavedWork = (): boolean => hasDrafts() || underWay.size > 0;

/** Removes all drafts of this tab but those of `owner`. */
export function dropDrafts(owner: string | null = null): void {
  for (const key of draftKeys())
    if (owner === null || !key.startsWith(`${PREFIX}${owner}: `)) sessionStorage.removeItem(key);
}
