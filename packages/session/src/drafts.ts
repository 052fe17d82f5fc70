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

/** What a logout saves first. */
export interface SaveWork {
  /** Resolves to whether all of it is saved. */
  readonly save: () => Promise<boolean>;
  /** Whether what is not saved outlives a logout all the same, in this browser. */
  readonly isKept: () => boolean;
  /** Removes what is kept of it in this browser: the person has logged out in another tab, and it can be saved no more. */
  readonly drop?: () => void;
}

/** What became of what a logout saves first: all is saved, the rest is kept in this browser, or some of it is nowhere else. */
export type SavedWork = 'saved' | 'kept' | 'lost';

// What leaving would end, or save first, by name. In memory alone: what is under way ends with the page.
const underWay = new Map<string, true | SaveWork>();

/** The browser asks first. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Notes what is under way in this tab: true for what a reload or a logout would end, such as an upload, so that both ask
 * first; `SaveWork` for what a logout saves first; false when it is done.
 */
export function setUnderWay(name: string, work: boolean | SaveWork): void {
  if (work === false) underWay.delete(name);
  else underWay.set(name, work);
  if ([...underWay.values()].includes(true)) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
}

/** Whether work that is not saved is kept for sure. */
function isKept(work: SaveWork): boolean {
  try {
    return work.isKept();
  } catch {
    // It counts as lost, so that the person is asked.
    return false;
  }
}

/** How long a logout waits for what it saves, in ms. */
const SAVING_MS = 3000;

/**
 * Saves what a logout in this tab saves first. Resolves to what became of it, after 3 seconds at the latest; null when there
 * was nothing to save. Never rejects.
 */
export async function saveWork(): Promise<SavedWork | null> {
  const works = [...underWay.values()].filter((work) => work !== true);
  if (works.length === 0) return null;
  const unsaved = new Set(works);
  const saving = works.map(async (work) => {
    try {
      if (await work.save()) unsaved.delete(work);
    } catch {
      // It counts as not saved.
    }
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SAVING_MS);
  });
  await Promise.race([Promise.all(saving), deadline]);
  clearTimeout(timer);
  if (unsaved.size === 0) return 'saved';
  return [...unsaved].every(isKept) ? 'kept' : 'lost';
}

/** Removes what this browser keeps of the work that a logout in this tab would save first. Returns whether there was any. */
export function dropKeptWork(): boolean {
  const drops = [...underWay.values()].flatMap((work) => (typeof work === 'object' && work.drop ? [work.drop] : []));
  for (const drop of drops) {
    try {
      drop();
    } catch {
      // One that fails keeps none of the others.
    }
  }
  return drops.length > 0;
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
