import { type SaveWork, setUnderWay } from '@cytocomm/session';
import { dropUnsaved, keepUnsaved, newUnsavedKey, type UnsavedText } from './unsaved-text.ts';

/** Creates what keeps the text of one form until it is saved: in this browser, and known to a logout, which saves it first. */
export function createKeptText() {
  let key: string | null = null;
  let isKept = true;
  let isDropped = false;
  // By this name a logout hears of what it saves first.
  const work = `press release ${crypto.randomUUID()}`;
  const letBe = () => setUnderWay(work, false);

  return {
    /** Keeps what the form says now in this browser, in place of what it said before. */
    keep: (text: Omit<UnsavedText, 'at' | 'key'>): void => {
      if (isDropped) return;
      key ??= newUnsavedKey();
      isKept = keepUnsaved({ ...text, key });
    },
    /** Goes on with a text that is kept here under a key already. */
    takeUp: (taken: string): void => {
      key = taken;
      isKept = true;
    },
    /** Whether the browser has what was written last; storage may be full or refused. */
    isKept: () => isKept,
    /** Has a logout save it first; one in another tab, after which it cannot be saved, removes it. */
    saveAtLogout: (save: SaveWork['save']): void =>
      setUnderWay(work, {
        save,
        isKept: () => isKept,
        drop: () => {
          if (key !== null) dropUnsaved(key);
          // What stands in the form until it goes is not kept again.
          isDropped = true;
        },
      }),
    /** No logout saves it any more: the form is left. */
    letBe,
    /** It is saved, or not wanted. */
    drop: (): void => {
      if (key !== null) dropUnsaved(key);
      key = null;
      letBe();
    },
  };
}
