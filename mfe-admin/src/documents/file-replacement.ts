import type { StoredDocument } from '@cytocomm/contract';
import { portalApi, portalStore, problemMessage } from '@cytocomm/portal-api';
import { setUnderWay, useSession } from '@cytocomm/session';
import { createFormState } from '../lists/form-state.ts';
import type { RevisionDraft } from './DetailFields.tsx';
import { refusalOf, type SizeLimit } from './file-checks.ts';
import { replaceFile } from './upload.ts';

/** What the form that replaces a file shows. */
export interface ReplacementState {
  /** The document whose file is replaced; null while none is. */
  readonly id: string | null;
  readonly file: File | null;
  /** Of which documents those who asked to hear of new reports are to get a mail; it waits with the file. */
  readonly noticesOf: readonly string[];
  readonly sending: boolean;
  /** The part that is on its way, from 0 to 1. */
  readonly part: number;
  /** Why it failed. */
  readonly reason: string | null;
  readonly outcome: 'replaced' | 'same' | 'failed' | 'cancelled' | null;
}

/** With what a file is sent. */
export interface ReplacementChoice extends Partial<RevisionDraft> {
  /** The hash of the current file, as the person saw it. */
  readonly sha256: string;
  readonly notify: boolean;
}

/** By this name a reload and a logout hear of a file that they would end. */
const UNDER_WAY = 'a file that replaces another';

/** The state as long as nothing is chosen. */
export const NOTHING_CHOSEN: ReplacementState = {
  ...{ id: null, file: null, noticesOf: [] },
  ...{ sending: false, part: 0, reason: null, outcome: null },
};

const { set, ...form } = createFormState(NOTHING_CHOSEN, () => fileReplacement.reset());
const { read } = form;
let stop = new AbortController();
/** One key for one file in place of another: sent again after a failure, it is made once. */
let key = { text: '', value: '' };
let keyed: File | null = null;

const noticesWithout = (id: string) => read().noticesOf.filter((each) => each !== id);

function keyFor(id: string, file: File, choice: ReplacementChoice): string {
  const text = JSON.stringify([id, choice]);
  if (key.text !== text || keyed !== file) key = { text, value: crypto.randomUUID() };
  keyed = file;
  return key.value;
}

/** The file that takes the place of another, and its way to the server. It outlives the form: a section that is left goes on sending. */
export const fileReplacement = {
  ...form,
  /** Chooses a file, or none, for a document; it takes the place of one for another. Not while one is on its way. */
  pick(id: string, file: File | null): void {
    const noticesOf = read().noticesOf.filter((each) => each === id);
    if (!read().sending) set({ ...NOTHING_CHOSEN, id, file, noticesOf });
  },

  /** Chooses whether investors get a mail about the file. Does nothing during an upload. */
  tell(id: string, wantsNotice: boolean): void {
    const others = noticesWithout(id);
    if (!read().sending) set({ noticesOf: wantsNotice ? [...others, id] : others });
  },

  /** Stops what is on its way. */
  cancel(): void {
    stop.abort();
  },

  /** Sends the chosen file. Returns the document as it is then; undefined when it stays as it was. */
  async send(choice: ReplacementChoice, limit: SizeLimit | null): Promise<StoredDocument | undefined> {
    const { id, file } = read();
    if (id === null || file === null || read().sending) return undefined;
    stop = new AbortController();
    const { signal } = stop;
    const begunOutside = useSession.getState().previewAs === null;
    set({ sending: true, part: 0, reason: null, outcome: null });
    setUnderWay(UNDER_WAY, true);
    const refusal = await refusalOf(file, limit);
    const { data, error } =
      refusal === null
        ? await replaceFile(
            { id, file, ...choice },
            { key: keyFor(id, file, choice), signal, begunOutside, onProgress: (part) => set({ part }) },
          )
        : { data: undefined, error: undefined };
    // It was reset: another person is signed in.
    if (signal !== stop.signal) return undefined;
    setUnderWay(UNDER_WAY, false);
    const ended = { sending: false, part: 0 };
    const done = { ...NOTHING_CHOSEN, id, noticesOf: noticesWithout(id) };
    if (data) set({ ...done, outcome: data.sha256 === choice.sha256 ? 'same' : 'replaced' });
    else if (error?.code === 'aborted') set({ ...ended, outcome: 'cancelled' });
    else set({ ...ended, outcome: 'failed', reason: refusal ?? problemMessage(error) });
    // After a refusal, too: somebody else may have been faster.
    if (refusal === null) portalStore.dispatch(portalApi.util.invalidateTags(['Document']));
    return data ?? undefined;
  },

  /** Forgets everything, as after signing out. */
  reset(): void {
    fileReplacement.cancel();
    stop = new AbortController();
    setUnderWay(UNDER_WAY, false);
    set(NOTHING_CHOSEN);
  },
};
