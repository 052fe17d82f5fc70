import { isApiProblem } from '@cytocomm/http';
import { problemMessage } from '@cytocomm/portal-api';
import { type SaveWork, setUnderWay } from '@cytocomm/session';
import { dropUnsaved, keepUnsaved, newUnsavedKey, type UnsavedText } from './unsaved-text.ts';

/** Creates the store of one form's unsaved text in this browser; a logout saves it first. */
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
    /** Leaves the text in this browser, to be offered; what is written next is kept beside it. */
    release: (): void => {
      key = null;
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

/** Whether a text is saved. */
export type SaveState =
  | { readonly kind: 'untouched' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: Date }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Somebody else saved first; nothing is sent until the person has chosen. */
  | { readonly kind: 'overtaken' };

/** The outcome of one attempt to save. */
export type SaveOutcome =
  | { readonly kind: 'saved' }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** The same text may be saved later: the network or the server is away. */
      readonly isPassing: boolean;
    }
  | { readonly kind: 'overtaken' };

/** The statuses of a draft that is not stored: it is malformed, too long, not the one of its key, or was deleted since. */
const NOT_STORED: readonly number[] = [400, 413, 422, 409];

/** Whether a new draft was refused for what it says: nothing of it is stored. */
export const isNotStored = (error: unknown): boolean => isApiProblem(error) && NOT_STORED.includes(error.status);

/** Whether a release no longer exists. */
export const isDeleted = (error: unknown): boolean => isApiProblem(error) && error.status === 404;

/** Returns the outcome of a refusal that is not about versions. */
export function failureOf(error: unknown): Extract<SaveOutcome, { kind: 'failed' }> {
  const status = isApiProblem(error) ? error.status : 0;
  return { kind: 'failed', reason: problemMessage(error), isPassing: status === 0 || status === 429 || status >= 500 };
}

interface AutosaveOptions<Text> {
  /** Sends a text; called for one at a time. */
  readonly save: (text: Text) => Promise<SaveOutcome>;
  readonly onState: (state: SaveState) => void;
}

/** Saves a text while it is being written. */
export interface Autosave<Text> {
  /** Takes a changed text, which is saved when the person pauses. */
  change(text: Text): void;
  /** Saves now what is not saved yet. Resolves to whether all of it is saved then. */
  flush(): Promise<boolean>;
  /** Saves what is not saved yet, once more, and then nothing: the text is left. Resolves when that is done. */
  close(): Promise<void>;
  /** Drops what is not saved yet, and what is being saved: another text has taken its place. */
  forget(): void;
  /** Goes on after `overtaken`, with the chosen text. */
  resume(text: Text): Promise<boolean>;
}

/** The pause in typing after which a text is saved, in ms. */
const PAUSE_MS = 1000;
/** A text is saved after this time even without a pause, in ms. */
const MAX_UNSAVED_MS = 8000;
/** The waits before a text that could not be saved is sent again, in ms; the last one repeats. */
const RETRIES_MS = [2000, 5000, 15_000, 30_000];
/** How often a flush saves at most while one types on. */
const ROUNDS = 3;

/** Creates an autosave: at most one request is under way, and texts that come meanwhile become one. */
export function createAutosave<Text>({ save, onState }: AutosaveOptions<Text>): Autosave<Text> {
  let waiting: { readonly text: Text; readonly since: number } | null = null;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOvertaken = false;
  let hasFailed = false;
  let isRetrying = false;
  let isClosed = false;
  // Incremented by `forget`: outcomes of earlier requests are ignored.
  let generation = 0;

  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void run(), milliseconds);
  };

  async function attempt(text: Text): Promise<void> {
    const own = generation;
    onState({ kind: 'saving' });
    const outcome = await save(text).catch(
      (error: unknown): SaveOutcome => ({ kind: 'failed', reason: String(error), isPassing: false }),
    );
    running = null;
    if (own !== generation) {
      if (waiting === null) return;
      onState({ kind: 'unsaved' });
      schedule(PAUSE_MS);
      return;
    }
    isRetrying = false;
    hasFailed = outcome.kind === 'failed';
    if (outcome.kind === 'saved') {
      failures = 0;
      onState(waiting === null ? { kind: 'saved', at: new Date() } : { kind: 'unsaved' });
      if (waiting !== null && isClosed) void run();
      else if (waiting !== null) schedule(PAUSE_MS);
      return;
    }
    // What came meanwhile is newer.
    waiting ??= { text, since: Date.now() };
    onState(outcome.kind === 'overtaken' ? outcome : { kind: 'failed', reason: outcome.reason });
    isOvertaken = outcome.kind === 'overtaken';
    if (outcome.kind === 'failed' && outcome.isPassing) {
      isRetrying = true;
      schedule(RETRIES_MS[Math.min(failures, RETRIES_MS.length - 1)] ?? 0);
      failures += 1;
    }
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    while (running !== null) await running;
    if (waiting === null || isOvertaken) return;
    const { text } = waiting;
    waiting = null;
    running = attempt(text);
    await running;
  }

  const flush = async () => {
    await run();
    // What is typed while it is saved is no failure.
    for (let round = 1; round < ROUNDS && waiting !== null && !hasFailed && !isOvertaken; round += 1) await run();
    return waiting === null;
  };

  return {
    change: (text) => {
      const since = waiting?.since ?? Date.now();
      waiting = { text, since };
      // A failure stays on the screen, and its retry keeps its time, while one types on.
      if (isOvertaken || isRetrying) return;
      if (running !== null) return;
      onState({ kind: 'unsaved' });
      schedule(Math.min(PAUSE_MS, Math.max(0, since + MAX_UNSAVED_MS - Date.now())));
    },
    flush,
    close: async () => {
      isClosed = true;
      await flush();
    },
    forget: () => {
      clearTimeout(timer);
      generation += 1;
      waiting = null;
      failures = 0;
      isOvertaken = false;
      isRetrying = false;
      hasFailed = false;
    },
    resume: (text) => {
      isOvertaken = false;
      waiting = { text, since: Date.now() };
      return flush();
    },
  };
}
