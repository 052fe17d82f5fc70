import { useSession } from '@cytocomm/session';

/** An import that ended with its page: a reload or a crash cut it off. */
export interface CutOffImport {
  /** The name of its file. */
  readonly name: string;
  /** How many rows are known to be done, of how many. */
  readonly done: number;
  readonly rows: number;
}

// In this tab alone, and in its copies.
const KEY = 'import of people';
/** The lock of the import that ended last, for copies that were made while it went on. */
const ENDED_KEY = 'import of people that ended';

/** By its lock the copies of this tab know that the import goes on; the browser frees it with the page. */
interface ImportLock {
  readonly lock: string;
  readonly free: () => void;
}

let ownLock: ImportLock | null = null;

const myEmail = () => useSession.getState().email;
/** Returns the locks of the browser; a page that is not secure has none, and a copy of its tab knows no better. */
const locks = (): LockManager | undefined => navigator.locks;

function takeLock(): ImportLock {
  const lock = `${KEY} ${crypto.randomUUID()}`;
  const { promise, resolve: free } = Promise.withResolvers<void>();
  locks()
    ?.request(lock, () => promise)
    .catch(() => undefined);
  return { lock, free };
}

async function isHeld(lock: unknown): Promise<boolean> {
  try {
    const snapshot = await locks()?.query();
    return snapshot?.held?.some(({ name }) => name === lock) ?? false;
  } catch {
    return false;
  }
}

/** Notes how far an import is, for the case that it is cut off. */
export function noteImport({ name, done, rows }: CutOffImport): void {
  ownLock ??= takeLock();
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email: myEmail(), name, done, rows, lock: ownLock.lock }));
  } catch {
    // Without storage nothing is said of it later.
  }
}

/** Notes that the import has come to its end in this page, and removes its note. */
export function noteEnd(): void {
  try {
    if (ownLock !== null) localStorage.setItem(ENDED_KEY, ownLock.lock);
  } catch {
    // Without storage a copy of this tab calls it cut off.
  }
  dropNote();
}

/** Removes the note: the import is not to be named any more, or is none of this tab's. */
export function dropNote(): void {
  ownLock?.free();
  ownLock = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is none.
  }
}

function hasEnded(lock: unknown): boolean {
  try {
    return typeof lock === 'string' && localStorage.getItem(ENDED_KEY) === lock;
  } catch {
    return false;
  }
}

function readNote(): Readonly<Record<string, unknown>> | null {
  try {
    const noted: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof noted === 'object' && noted !== null ? { ...noted } : null;
  } catch {
    return null;
  }
}

/** Resolves to the import of the person who is signed in that was cut off in this tab; null without one. */
export async function findCutOff(): Promise<CutOffImport | null> {
  const lock = readNote()?.lock;
  const isElsewhere = (await isHeld(lock)) || hasEnded(lock);
  // An import that this page started meanwhile is not cut off.
  if (ownLock !== null) return null;
  // This tab is a copy of the one where it goes on, or came to its end.
  if (isElsewhere) dropNote();
  const { email, name, done, rows } = readNote() ?? {};
  if (email !== myEmail() || typeof name !== 'string') return null;
  return typeof done === 'number' && typeof rows === 'number' ? { name, done, rows } : null;
}
