import { useState } from 'react';
import { isSameText } from './merge-blocks.ts';
import type { PressReleaseDraft } from './press-release-draft.ts';
import { dropUnsaved, type UnsavedText, unsavedTexts } from './unsaved-text.ts';

/** Returns what is left of a release; what reached the server, though its page went before the answer, is forgotten. */
function leftOf(id: string | null, stored: PressReleaseDraft | null): readonly UnsavedText[] {
  const left = unsavedTexts().filter((text) => text.id === id);
  const isStored = ({ draft }: UnsavedText) => stored !== null && isSameText(draft, stored);
  for (const { key } of left.filter(isStored)) dropUnsaved(key);
  return left.filter((text) => !isStored(text));
}

/**
 * Returns the texts that were left in this browser when a release was opened, or a new one without an id: what is written
 * since is no offer. `stored` is its text at the server.
 */
export function useLeftTexts(id: string | null, stored: PressReleaseDraft | null) {
  const [texts, setTexts] = useState(() => leftOf(id, stored));
  return {
    texts,
    /** Offers one no more. */
    without: (key: string) => setTexts((present) => present.filter((text) => text.key !== key)),
  };
}
