import { useSession } from '@cytocomm/session';

/** An import that ended with its page: a reload or a crash cut it off. */
export interface CutOffImport {
  /** The name of its file. */
  readonly name: string;
  /** How many rows are known to be done, of how many. */
  readonly done: number;
  readonly rows: number;
}

// In this tab alone.
const KEY = 'import of people';

const myEmail = () => useSession.getState().email;

/** Notes how far an import is, for the case that it is cut off. */
export function noteImport({ name, done, rows }: CutOffImport): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email: myEmail(), name, done, rows }));
  } catch {
    // Without storage nothing is said of it later.
  }
}

/** Removes the note: the import has come to its end, or is not to be named any more. */
export function dropNote(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is none.
  }
}

/** Returns the import of the person who is signed in that was cut off in this tab; null without one. */
export function findCutOff(): CutOffImport | null {
  try {
    const note: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const { email, name, done, rows }: Readonly<Record<string, unknown>> = { ...Object(note) };
    if (email !== myEmail() || typeof name !== 'string') return null;
    return typeof done === 'number' && typeof rows === 'number' ? { name, done, rows } : null;
  } catch {
    return null;
  }
}
