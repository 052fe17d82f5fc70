import { importUsers, inviteUsers, type UserImport } from '@cytocomm/contract';
import { uploadTransport } from '@cytocomm/http';
import { toast } from '@cytocomm/kit';
import { portalApi, portalStore, problemMessage, sendAsMe } from '@cytocomm/portal-api';
import { setUnderWay, useSession } from '@cytocomm/session';
import { createFormState } from '../lists/form-state.ts';

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
function noteImport({ name, done, rows }: CutOffImport): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email: myEmail(), name, done, rows }));
  } catch {
    // Without storage nothing is said of it later.
  }
}

/** Removes the note: the import has come to its end, or is not to be named any more. */
function dropNote(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is none.
  }
}

/** Returns the import of the person who is signed in that was cut off in this tab; null without one. */
function findCutOff(): CutOffImport | null {
  try {
    const note: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const { email, name, done, rows }: Readonly<Record<string, unknown>> = { ...Object(note) };
    if (email !== myEmail() || typeof name !== 'string') return null;
    return typeof done === 'number' && typeof rows === 'number' ? { name, done, rows } : null;
  } catch {
    return null;
  }
}

/** The outcomes of a file's rows so far. */
export type ImportSum = Pick<UserImport, 'rows' | 'counts' | 'told' | 'ignoredColumns' | 'import'>;

/** How an import stands. Of a failed one, `failure` is why it ended; with a `sum` some rows were done before. */
export type ImportStage =
  | { readonly phase: 'idle' | 'checking' }
  | { readonly phase: 'checked' | 'stopped'; readonly sum: ImportSum }
  | { readonly phase: 'done'; readonly sum: ImportSum; readonly invited?: InvitationOutcome }
  | { readonly phase: 'importing'; readonly done: number; readonly rows: number; readonly isStopping: boolean }
  | { readonly phase: 'unchecked'; readonly failure: string }
  | { readonly phase: 'failed'; readonly failure: string; readonly sum: ImportSum | undefined };

/** How many of those who were added a mail goes to; `failure` is why it goes to no others. */
export interface InvitationOutcome {
  readonly people: number;
  readonly failure?: string;
}

/** What the form of an import shows. */
interface ImportState {
  readonly file: File | null;
  readonly stage: ImportStage;
  /** The import before, which a reload or a crash cut off; null without one. */
  readonly cutOff: CutOffImport | null;
}

/** What an import is called among what a reload or a logout would end. */
const IMPORT = 'import of people';
const EMPTY: ImportState = { file: null, stage: { phase: 'idle' }, cutOff: null };

const form = createFormState(EMPTY, () => peopleImport.reset());
const { read, set } = form;
let running = new AbortController();

function sumOf(
  before: ImportSum | undefined,
  { rows, counts, told, ignoredColumns, import: id }: UserImport,
): ImportSum {
  if (before === undefined) return { rows, counts, told, ignoredColumns, import: id };
  const and = (name: keyof UserImport['counts']) => before.counts[name] + counts[name];
  return {
    rows,
    ignoredColumns,
    import: before.import,
    counts: { added: and('added'), exists: and('exists'), repeated: and('repeated'), refused: and('refused') },
    told: [...before.told, ...told],
  };
}

const isImport = (body: unknown) => typeof body === 'object' && body !== null && 'counts' in body && 'told' in body;

function send(
  file: File,
  query: { readonly dryRun: true } | { readonly from: number; readonly import?: string },
  options: { readonly signal: AbortSignal; readonly begunOutside?: boolean },
) {
  const form = new FormData();
  form.set('file', file, file.name);
  return sendAsMe(importUsers, {
    query: { ...query, told: 'all' },
    form,
    ...options,
    transport: uploadTransport(() => undefined),
    expects: isImport,
  });
}

const isStopping = () => {
  const { stage } = read();
  return stage.phase === 'importing' && stage.isStopping;
};

/** Adds the people of a file, part by part. Returns how it ended; null when it was forgotten meanwhile. */
async function addParts(file: File, rows: number, signal: AbortSignal): Promise<ImportStage | null> {
  const begunOutside = useSession.getState().previewAs === null;
  let sum: ImportSum | undefined;
  for (let from = 1; ; ) {
    noteImport({ name: file.name, done: from - 1, rows: sum?.rows ?? rows });
    const { data, error }: Awaited<ReturnType<typeof send>> = await send(
      file,
      { from, ...(sum && { import: sum.import }) },
      { signal, begunOutside },
    );
    if (signal.aborted) return null;
    // After a failure, too: its answer alone may be lost.
    portalStore.dispatch(portalApi.util.invalidateTags(['User']));
    if (data === undefined) return { phase: 'failed', failure: problemMessage(error), sum };
    sum = sumOf(sum, data);
    // A server that does not advance would be asked forever.
    if (data.next === null || data.next <= from) return { phase: 'done', sum };
    if (isStopping()) return { phase: 'stopped', sum };
    from = data.next;
    set({ stage: { phase: 'importing', done: from - 1, rows: data.rows, isStopping: false } });
  }
}

/** Invites all whom an import added and who never signed in, until it is stopped. */
async function inviteAdded(id: string): Promise<InvitationOutcome> {
  let people = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    if (isStopping()) return { people, failure: 'You stopped it before all were invited.' };
    const { data, error } = await sendAsMe(inviteUsers, { query: { import: id, cursor } });
    if (data === undefined) return { people, failure: problemMessage(error) };
    people += data.invited;
    cursor = data.next;
  }
  return { people };
}

const WHERE = 'How far it came stands under Users, Import CSV.';

function addedIn({ counts: { added } }: ImportSum): string {
  return `${added.toLocaleString('en-US')} ${added === 1 ? 'user' : 'users'} added.`;
}

/** The form has been left meanwhile. */
function tellElsewhere(stage: ImportStage): void {
  if (stage.phase === 'done') toast.success(`The import is done: ${addedIn(stage.sum)}`);
  else if (stage.phase === 'stopped') toast(`The import was stopped: ${addedIn(stage.sum)} ${WHERE}`);
  else if (stage.phase === 'failed')
    toast.error(`The import did not come to its end. ${stage.failure}${stage.sum === undefined ? '' : ` ${WHERE}`}`);
}

/** The file of people that is checked and added. It outlives its form: an import goes on while other tools are used. */
export const peopleImport = {
  read,

  subscribe(listener: () => void): () => void {
    const end = form.subscribe(listener);
    if (read().stage.phase !== 'importing') set({ cutOff: findCutOff() });
    return end;
  },

  /** Takes another file, or none, and says what would become of its rows. Not while people are being added. */
  async check(file: File | null): Promise<void> {
    if (read().stage.phase === 'importing') return;
    running.abort();
    running = new AbortController();
    const { signal } = running;
    set({ file, stage: { phase: file === null ? 'idle' : 'checking' } });
    if (file === null) return;
    const { data, error } = await send(file, { dryRun: true }, { signal });
    if (signal.aborted) return;
    const isChecked = data !== undefined;
    set({
      stage: isChecked
        ? { phase: 'checked', sum: sumOf(undefined, data) }
        : { phase: 'unchecked', failure: problemMessage(error) },
    });
  },

  /** Adds the people of the file that was checked, and may invite them. A reload and a logout ask first meanwhile. */
  async add({ invites = false } = {}): Promise<void> {
    const { file, stage } = read();
    if (file === null || stage.phase !== 'checked') return;
    const { rows } = stage.sum;
    set({ stage: { phase: 'importing', done: 0, rows, isStopping: false }, cutOff: null });
    setUnderWay(IMPORT, true);
    const { signal } = running;
    const added = await addParts(file, rows, signal);
    const ended =
      invites && added?.phase === 'done' ? { ...added, invited: await inviteAdded(added.sum.import) } : added;
    if (ended === null || signal.aborted) return;
    setUnderWay(IMPORT, false);
    dropNote();
    set({ stage: ended });
    if (!form.isWatched()) tellElsewhere(ended);
  },

  /** Ends the import after the part that is on its way. */
  stop(): void {
    const { stage } = read();
    if (stage.phase === 'importing') set({ stage: { ...stage, isStopping: true } });
  },

  /** Ends what is on its way at once and forgets everything, as after signing out. */
  reset(): void {
    running.abort();
    running = new AbortController();
    setUnderWay(IMPORT, false);
    dropNote();
    set(EMPTY);
  },
};
