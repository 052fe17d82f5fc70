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

/** Saves what is under way; resolves to whether all of it is saved. What is not stays with whoever saves it. */
export type SaveWork = () => Promise<boolean>;

// What leaving would end, or save first, by name. In memory alone: what is under way ends with the page.
const underWay = new Map<string, true | SaveWork>();

/** The browser asks first. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Notes what is under way in this tab: true for what a reload or a logout would end, such as an upload, so that both ask
 * first; a function for what a logout saves first; false when it is done.
 */
export function setUnderWay(name: string, work: boolean | SaveWork): void {
  if (work === false) underWay.delete(name);
  else underWay.set(name, work);
  if ([...underWay.values()].includes(true)) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
}

/** How long a logout waits for what it saves, in ms. */
const SAVING_MS = 3000;

/**
 * Saves what a logout in this tab saves first. Resolves to whether all of it is saved, after 3 seconds at the latest; null
 * when there was nothing to save.
 */
export async function saveWork(): Promise<boolean | null> {
  const works = [...underWay.values()].filter((work) => work !== true);
  if (works.length === 0) return null;
  const saved = works.map(async (work) => {
    try {
      return await work();
    } catch {
      // Whoever could not save it keeps it.
      return false;
    }
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), SAVING_MS);
  });
  const isSaved = await Promise.race([Promise.all(saved).then((each) => each.every(Boolean)), deadline]);
  clearTimeout(timer);
  return isSaved;
}

/** Whether this tab holds text that is stored nowhere else. */
export const hasDrafts = (): boolean => draftKeys().length > 0;

/** Whether a logout in this tab loses something: a draft, or what is under way and is not saved first. */
export const hasUnsavedWork = (): boolean => hasDrafts() || [...underWay.values()].includes(true);

/** Removes all drafts of this tab but those of `owner`. */
export function dropDrafts(owner: string | null = null): void {
  for (const key of draftKeys())
    if (owner === null || !key.startsWith(`${PREFIX}${owner}: `)) sessionStorage.removeItem(key);
}
