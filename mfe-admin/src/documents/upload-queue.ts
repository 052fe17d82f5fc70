import type { Visibility } from '@cytocomm/contract';
import { portalApi, portalStore, problemMessage } from '@cytocomm/portal-api';
import { setUnderWay, useSession } from '@cytocomm/session';
import { createFormState } from '../lists/form-state.ts';
import { type DetailsDraft, NO_DETAILS } from './document-details.ts';
import { refusalOf, type SizeLimit } from './file-checks.ts';
import { type UploadOptions, upload } from './upload.ts';
import { REPORTS } from './visibility.ts';

/** A file that was picked, on its way or waiting for it. Each has a title of its own. */
export interface PickedFile {
  readonly id: number;
  readonly file: File;
  readonly title: string;
  readonly state: 'waiting' | 'uploading' | 'failed';
  /** The part that is on its way, from 0 to 1. */
  readonly part: number;
  /** Why it failed. */
  readonly reason: string | null;
}

/** How the last round of uploads ended, and which files are stored. */
export interface UploadOutcome {
  readonly kind: 'done' | 'failed' | 'cancelled';
  readonly stored: readonly string[];
}

/** With what the files of one round are sent. */
export interface UploadChoice {
  readonly visibility: Visibility;
  /** Whether those who asked to hear of new reports get a mail. */
  readonly notify: boolean;
  readonly details: DetailsDraft;
  /** For which groups alone; none: for all who may read it. */
  readonly groups: readonly string[];
}

/** What the upload form shows. */
interface UploadState {
  readonly files: readonly PickedFile[];
  /** The title that was typed before a file was picked. */
  readonly looseTitle: string;
  /** What was chosen for the files; it waits with them. */
  readonly choice: UploadChoice;
  readonly uploading: boolean;
  readonly outcome: UploadOutcome | null;
}

/** By this name a reload and a logout hear of uploads that they would end. */
const UPLOADS = 'documents on their way';

const NO_CHOICE: UploadChoice = { visibility: 'investor', notify: false, details: NO_DETAILS, groups: [] };
const EMPTY: UploadState = { files: [], looseTitle: '', choice: NO_CHOICE, uploading: false, outcome: null };

const form = createFormState(EMPTY, () => uploadQueue.reset());
const { read, set } = form;
let lastId = 0;
let stop = new AbortController();
/** One key for one file under one title: sent again after a failure, it is stored once. */
const keys = new Map<string, string>();

function change(id: number, part: Partial<PickedFile>): void {
  set({ files: read().files.map((each) => (each.id === id ? { ...each, ...part } : each)) });
}

/** Returns a title made of a file's name. */
function titleFromName(name: string): string {
  return name
    .replace(/\.pdf$/i, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
}

/** Marks a picked file that the server would refuse, with the reason; its size is checked where it is shown. */
async function look({ id, file }: PickedFile): Promise<void> {
  const reason = await refusalOf(file, null);
  // It may be on its way meanwhile, where it is looked at again.
  const isWaiting = read().files.some((each) => each.id === id && each.state === 'waiting');
  if (reason !== null && isWaiting) change(id, { state: 'failed', reason });
}

/** Returns the choice as it is sent: public files have no groups, and only reports are mailed to investors. */
function sentOf({ visibility, notify, details, groups }: UploadChoice): UploadChoice {
  return {
    ...{ visibility, details },
    notify: notify && REPORTS.includes(visibility),
    groups: visibility === 'public' ? [] : groups,
  };
}

function keyOf({ id, title }: PickedFile, choice: UploadChoice): string {
  const text = JSON.stringify([id, title, choice]);
  const key = keys.get(text) ?? crypto.randomUUID();
  keys.set(text, key);
  return key;
}

async function sendOne(
  picked: PickedFile,
  choice: UploadChoice,
  limit: SizeLimit | null,
  round: Pick<UploadOptions, 'signal' | 'begunOutside'>,
): Promise<'stored' | 'cancelled' | { reason: string }> {
  const { id, file, title } = picked;
  change(id, { state: 'uploading', part: 0, reason: null });
  const refusal = await refusalOf(file, limit);
  if (refusal !== null) return { reason: refusal };
  const onProgress = (part: number) => change(id, { part });
  const { error } = await upload({ ...choice, title, file }, { ...round, key: keyOf(picked, choice), onProgress });
  if (!error) return 'stored';
  return error.code === 'aborted' ? 'cancelled' : { reason: problemMessage(error) };
}

/** What is chosen after all was stored is for the next files. */
const unlessDone = (outcome: UploadOutcome | null) => (outcome?.kind === 'done' ? null : outcome);

/** The files of the upload form, what was chosen for them, and their way to the server. It outlives the form: a section that is left goes on uploading. */
export const uploadQueue = {
  read,
  isWatched: form.isWatched,

  subscribe(listener: () => void): () => void {
    const end = form.subscribe(listener);
    return () => {
      end();
      // A form that is opened again after all was stored, and was seen to be, begins anew.
      const isDone = read().outcome?.kind === 'done' && read().looseTitle === '';
      if (!form.isWatched() && isDone) set({ choice: NO_CHOICE, outcome: null });
    };
  },

  /** Adds files. A single one takes the title that was typed; of several, those without one are called by their names. */
  pick(added: readonly File[]): void {
    const several = read().files.length + added.length > 1;
    const titled = (title: string, file: File) => title || (several ? titleFromName(file.name) : '');
    const fresh = added.map((file, index): PickedFile => {
      lastId += 1;
      const typed = read().files.length === 0 && index === 0 ? read().looseTitle : '';
      return { id: lastId, file, title: titled(typed, file), state: 'waiting', part: 0, reason: null };
    });
    const present = read().files.map((each) => ({ ...each, title: titled(each.title, each.file) }));
    set({ files: [...present, ...fresh], looseTitle: added.length > 0 ? '' : read().looseTitle, outcome: null });
    for (const each of fresh) void look(each);
  },

  /** Titles a file; without one, what is typed waits for the first. */
  rename(id: number | undefined, title: string): void {
    if (id === undefined) set({ looseTitle: title, outcome: null });
    else change(id, { title });
  },

  /** Chooses the readers of the files, and whether investors get a mail. */
  choose(part: Partial<Omit<UploadChoice, 'details'>>): void {
    set({ choice: { ...read().choice, ...part }, outcome: unlessDone(read().outcome) });
  },

  /** Stores what the files are. */
  describe(part: Partial<DetailsDraft>): void {
    const details = { ...read().choice.details, ...part };
    set({ choice: { ...read().choice, details }, outcome: unlessDone(read().outcome) });
  },

  drop(id: number): void {
    const files = read().files.filter((each) => each.id !== id);
    const dropped = read().files.find((each) => each.id === id);
    // What was typed for the only file is there for the one that takes its place.
    set({ files, looseTitle: files.length === 0 ? (dropped?.title ?? '') : '', outcome: null });
  },

  /** Stops what is on its way and what waits; what is stored stays stored. */
  cancel(): void {
    stop.abort();
  },

  /** Sends the files one after the other, those over the limit not at all. Resolves to how it went, null when it was forgotten meanwhile; files that were not stored stay in the form. */
  async send(limit: SizeLimit | null): Promise<UploadOutcome | null> {
    const choice = sentOf(read().choice);
    stop = new AbortController();
    const { signal } = stop;
    const round = { signal, begunOutside: useSession.getState().previewAs === null };
    set({ uploading: true, outcome: null });
    setUnderWay(UPLOADS, true);
    const stored: string[] = [];
    let failed = false;
    for (const picked of read().files) {
      if (signal.aborted) break;
      const result = await sendOne({ ...picked, title: picked.title.trim() }, choice, limit, round);
      // It was reset: another person is signed in.
      if (signal !== stop.signal) return null;
      if (result === 'stored') {
        stored.push(picked.title.trim());
        set({ files: read().files.filter(({ id }) => id !== picked.id) });
        portalStore.dispatch(portalApi.util.invalidateTags(['Document']));
      } else if (result === 'cancelled') change(picked.id, { state: 'waiting', part: 0 });
      else {
        failed = true;
        change(picked.id, { state: 'failed', part: 0, reason: result.reason });
        // Each of the others would be refused, too.
        if (useSession.getState().status === 'signed-out') break;
      }
    }
    setUnderWay(UPLOADS, false);
    const outcome: UploadOutcome = { kind: failed ? 'failed' : signal.aborted ? 'cancelled' : 'done', stored };
    // Mails are chosen for each round anew. If the form is not open, its choices are not those of the next files either.
    const next = form.isWatched() ? { ...read().choice, notify: false } : NO_CHOICE;
    set({ uploading: false, outcome, choice: outcome.kind === 'done' ? next : read().choice });
    return outcome;
  },

  /** Forgets everything, as after signing out. */
  reset(): void {
    uploadQueue.cancel();
    stop = new AbortController();
    setUnderWay(UPLOADS, false);
    keys.clear();
    set(EMPTY);
  },
};
