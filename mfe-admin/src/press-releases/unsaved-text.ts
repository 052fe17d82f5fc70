import { useSession } from '@cytocomm/session';
import { type PressReleaseDraft, readDraft } from './press-release-draft.ts';

// What did not reach the server outlives a crash, the end of a session and a sign-out in this browser, for its writer alone.
// It is removed as soon as it is saved.
const PREFIX = 'unsaved press release of ';
/** The oldest beyond it are removed. */
const MAX_TEXTS = 20;
/** In ms. */
const TEXT_TTL = 30 * 24 * 3_600_000;

/** A text that did not reach the server. */
export interface UnsavedText {
  readonly key: string;
  /** The release; null when it was never saved. */
  readonly id: string | null;
  /** When it was written, in ms. */
  readonly at: number;
  readonly draft: PressReleaseDraft;
  /** The version that it was written on, and its text; null for what was never saved. */
  readonly etag: string | null;
  readonly base: PressReleaseDraft | null;
}

const prefix = () => `${PREFIX}${useSession.getState().email}: `;

/** Removes expired texts of all people. */
function dropOld(): void {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
    if (writtenAt(key) < Date.now() - TEXT_TTL) localStorage.removeItem(key);
  }
}

function writtenAt(key: string): number {
  try {
    const { at }: { readonly at?: unknown } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof at === 'number' ? at : 0;
  } catch {
    return 0;
  }
}

function readEntry(key: string): UnsavedText | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const entry: Readonly<Record<string, unknown>> = { ...stored };
    const draft = readDraft(entry.draft);
    if (draft === null || typeof entry.at !== 'number') return null;
    const { id, etag } = entry;
    return {
      ...{ key, at: entry.at, draft, base: readDraft(entry.base) },
      id: typeof id === 'string' ? id : null,
      etag: typeof etag === 'string' ? etag : null,
    };
  } catch {
    return null;
  }
}

/** Returns the texts that the person who is signed in wrote in this browser and that did not reach the server, the latest first. */
export function unsavedTexts(): readonly UnsavedText[] {
  try {
    dropOld();
    const own = Object.keys(localStorage).filter((key) => key.startsWith(prefix()));
    return own.flatMap((key) => readEntry(key) ?? []).toSorted((a, b) => b.at - a.at);
  } catch {
    // Without storage nothing is kept.
    return [];
  }
}

/** Returns a key for one text of the person who is signed in. */
export const newUnsavedKey = (): string => prefix() + crypto.randomUUID();

/** Keeps a text in this browser until it is saved. Returns whether it does: storage may be full or refused. */
export function keepUnsaved({ key, ...text }: Omit<UnsavedText, 'at'>): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ ...text, at: Date.now() }));
    for (const { key: old } of unsavedTexts().slice(MAX_TEXTS)) localStorage.removeItem(old);
    return true;
  } catch {
    return false;
  }
}

/** Forgets a text: it is saved, or not wanted. */
export function dropUnsaved(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
}
