import type { AdminPressRelease } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { useSession } from '@cytocomm/session';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  createAutosave,
  createKeptText,
  failureOf,
  isDeleted,
  isNotStored,
  type SaveOutcome,
  type SaveState,
} from './autosave.ts';
import { type ChoicePlace, type Conflict, type MeetingPlace, type Version, versionsOf } from './conflict.ts';
import { useReadPressRelease, useSaveText, useStartDraft } from './press-release-api.ts';
import {
  draftOf,
  type PressReleaseDraft,
  replacementOf,
  type StoredPressRelease,
  storedPressReleaseOf,
  textOf,
} from './press-release-draft.ts';
import { isSameText, withStoredContent } from './same-text.ts';
import type { UnsavedText } from './unsaved-text.ts';

interface PressReleaseWritingOptions {
  /** The release that is edited; null for a new one. */
  readonly release: AdminPressRelease | null;
  /** The same one as it was read last. */
  readonly current: AdminPressRelease | undefined;
  /** Whether somebody deleted it, as far as that was read. */
  readonly isMissing: boolean;
  readonly initial: PressReleaseDraft;
  /** Called with the id that a new release was given; one in place of a deleted release when all of it is saved. */
  readonly onStored: (id: string) => void;
}

/** Writes a release: what stands in the form is saved as one types, and kept in this browser until it is. */
export function usePressReleaseWriting({
  release,
  current: read,
  isMissing,
  initial,
  onStored,
}: PressReleaseWritingOptions) {
  const [draft, setDraft] = useState(initial);
  const [state, setState] = useState<SaveState>({ kind: 'untouched' });
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [approval, setApproval] = useState(release?.approval);
  const [hasPending, setHasPending] = useState(release?.pending !== undefined);
  const [chosenAt, setChosenAt] = useState<ChoicePlace>(null);
  const [isGone, setIsGone] = useState(isMissing);
  const [start] = useStartDraft();
  const [saveText] = useSaveText();
  const [readCurrent] = useReadPressRelease();
  const stored = useRef<StoredPressRelease | null>(release && storedPressReleaseOf(release, draftOf(release)));
  const birth = useRef<{ readonly key: string; readonly draft: PressReleaseDraft } | null>(null);
  const latest = useRef(initial);
  // What was sent last and not answered: it may be stored all the same.
  const unanswered = useRef<PressReleaseDraft | null>(null);
  // How often another text took the place of the written one: what was sent before has no say then.
  const adoptions = useRef(0);
  const [owner] = useState(() => useSession.getState().email);
  const [kept] = useState(createKeptText);
  const isShown = useRef(true);
  const isAnew = useRef(false);

  /** Returns the outcome of a refusal, and notes when the release was deleted. */
  const refuse = (error: unknown) => {
    if (isDeleted(error)) setIsGone(true);
    return failureOf(error);
  };

  /** Meets what somebody else saved, or what this page saved when the answer was lost. */
  const meet = async (id: string, mine: PressReleaseDraft, at: MeetingPlace = 'writing'): Promise<SaveOutcome> => {
    const began = adoptions.current;
    const { data: theirs, error } = await readCurrent({ params: { id } });
    if (adoptions.current !== began) return { kind: 'overtaken' };
    // A refused reading may bring the earlier answer along, which says nothing of what is stored now.
    if (error !== undefined || !theirs) return refuse(error);
    setIsGone(false);
    setApproval(theirs.approval);
    const present = draftOf(theirs);
    const { base = present, status = theirs.status } = stored.current ?? {};
    // Published, planned or withdrawn by somebody else, which this form would take back.
    const isMoved = theirs.status !== status && present.when !== mine.when;
    const own = [mine, unanswered.current, base].find((each) => each !== null && isSameText(each, present));
    if (own !== undefined && !isMoved) {
      stored.current = storedPressReleaseOf(theirs, present);
      return isSameText(mine, present) ? { kind: 'saved' } : put(stored.current, mine);
    }
    if (at === 'approval' && isSameText(latest.current, base)) {
      // Who only read has nothing to choose from: the present text is the one to answer.
      adopt(theirs);
      setChosenAt('theirs');
    } else setConflict({ theirs, isMoved, at });
    return { kind: 'overtaken' };
  };

  const put = async ({ id, etag, base }: StoredPressRelease, mine: PressReleaseDraft): Promise<SaveOutcome> => {
    // What says the same is not sent: it would make a reader one of its writers, and end an approval.
    if (unanswered.current === null && isSameText(base, mine)) return { kind: 'saved' };
    const sent = withStoredContent(mine, base);
    const began = adoptions.current;
    const { data, error } = await saveText({ params: { id }, headers: { 'if-match': etag }, body: textOf(sent) });
    if (adoptions.current !== began) return { kind: 'overtaken' };
    if (data) {
      stored.current = storedPressReleaseOf(data, sent);
      setApproval(data.approval);
      unanswered.current = null;
      setIsGone(false);
      return { kind: 'saved' };
    }
    if (isApiProblem(error) && error.status === 412) return meet(id, mine);
    unanswered.current = mine;
    return refuse(error);
  };

  const save = async (mine: PressReleaseDraft): Promise<SaveOutcome> => {
    // A retry outlives the page, and somebody else may have signed in since.
    if (useSession.getState().email !== owner)
      return { kind: 'failed', reason: 'You are signed out.', isPassing: false };
    if (stored.current !== null) return put(stored.current, mine);
    // The same key and text make one draft, however often they are sent.
    birth.current ??= { key: crypto.randomUUID(), draft: mine };
    const born = birth.current;
    const { data, error } = await start({ body: textOf(born.draft), headers: { 'idempotency-key': born.key } });
    if (!data) {
      // What may be stored is sent once more under its key; what was refused for what it says is not, and can be mended.
      if (isNotStored(error)) birth.current = null;
      return failureOf(error);
    }
    stored.current = storedPressReleaseOf(data, born.draft);
    setIsGone(false);
    setApproval(data.approval);
    // A person who went elsewhere stays there.
    if (isShown.current && !isAnew.current) onStored(data.id);
    return isSameText(born.draft, mine) ? { kind: 'saved' } : put(stored.current, mine);
  };

  const current = useRef(save);
  current.current = save;
  const [autosave] = useState(() =>
    createAutosave<PressReleaseDraft>({
      save: (text) => current.current(text),
      onState: (next) => {
        if (next.kind === 'saved') kept.drop();
        setState(next);
      },
    }),
  );

  /** Saves a text when the person pauses, or logs out. */
  const saveSoon = (next: PressReleaseDraft) => {
    kept.saveAtLogout(autosave.flush);
    autosave.change(next);
  };
  const take = (next: PressReleaseDraft) => {
    latest.current = next;
    setDraft(next);
  };
  const adopt = (next: AdminPressRelease, form = draftOf(next)) => {
    stored.current = storedPressReleaseOf(next, draftOf(next));
    unanswered.current = null;
    adoptions.current += 1;
    autosave.forget();
    setApproval(next.approval);
    setHasPending(next.pending !== undefined);
    take(form);
    kept.drop();
    setState({ kind: 'untouched' });
  };
  const keep = (next: PressReleaseDraft) => {
    const { id = null, etag = null, base = null } = stored.current ?? {};
    kept.keep({ id, etag, base, draft: next });
  };

  const tellStored = useRef(onStored);
  tellStored.current = onStored;
  useEffect(() => {
    // Its own address opens it in a form of its own: what was typed meanwhile is saved before.
    if (state.kind === 'saved' && isAnew.current && stored.current !== null) tellStored.current(stored.current.id);
  }, [state]);
  // The new one in its place is there, even while the deleted one is missing.
  useEffect(() => void (isAnew.current || setIsGone(isMissing)), [isMissing]);
  const follow = useEffectEvent((present: AdminPressRelease) => {
    const { etag, status, updatedAt, base } = stored.current ?? {};
    // An answer of somebody else changes no version.
    if (present.etag === etag) return setApproval(present.approval);
    // What somebody else saved is met when the person saves; one who only reads sees it at once. An older answer says nothing.
    if (base === undefined || !isSameText(latest.current, base) || unanswered.current !== null) return;
    if (conflict !== null || isAnew.current || present.updatedAt <= (updatedAt ?? '')) return;
    // To publish a draft is chosen in the form alone: a person who chose it is shown both texts before.
    if (status === 'draft' && latest.current.when === 'now') return;
    adopt(present);
    setChosenAt('present');
  });
  useEffect(() => {
    if (read !== undefined) follow(read);
  }, [read]);

  useEffect(() => {
    const saveNow = () => void autosave.flush();
    const onHidden = () => document.visibilityState === 'hidden' && saveNow();
    isShown.current = true;
    window.addEventListener('online', saveNow);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      isShown.current = false;
      window.removeEventListener('online', saveNow);
      document.removeEventListener('visibilitychange', onHidden);
      void autosave.close().then(kept.letBe);
    };
  }, [autosave, kept]);

  const meetAt = async (at: MeetingPlace): Promise<SaveOutcome> =>
    stored.current === null
      ? { kind: 'failed', reason: 'It is not saved yet.', isPassing: true }
      : meet(stored.current.id, latest.current, at);

  return {
    draft,
    state,
    /** Whether the browser has what was written last. */
    isKept: kept.isKept(),
    conflict,
    chosenAt,
    /** Somebody deleted it: what is written can be saved as a new one alone, unless it is taken back from the bin. */
    isGone,
    /** It is a new one in place of one that was deleted, and has not its state. */
    isAnew: isAnew.current,
    /** Readers see, or will see, another text than the one that was opened. */
    hasPending,
    /** Only where a second person approves. */
    approval,
    /** Takes the approval of an answer; the text is the one that is known. */
    takeApproval: (next: AdminPressRelease) => setApproval(next.approval),
    /** Returns the stored release as it is known now; null while a new one is not stored. */
    storedRelease: () => stored.current,
    change: (part: Partial<PressReleaseDraft>) => {
      const next = { ...latest.current, ...part };
      setChosenAt(null);
      take(next);
      keep(next);
      saveSoon(next);
    },
    /** Saves what is not saved yet. Resolves to whether all of it is. */
    flush: autosave.flush,
    /**
     * Meets what somebody else saved before this could be published. Resolves to whether it says the same; else the person is shown
     * both.
     */
    meetAtPublish: () => meetAt('publishing'),
    /** The same before it could be asked for or approved. Who wrote nothing since is shown the other text alone. */
    meetAtApproval: () => meetAt('approval'),
    /**
     * Takes a version that the server answered with, in place of what was saved before it. Returns whether it did: what was
     * written meanwhile stays, and meets that version as it meets one of somebody else.
     */
    adopt: (next: AdminPressRelease): boolean => {
      const isWritten = stored.current !== null && !isSameText(latest.current, stored.current.base);
      if (isWritten) void autosave.flush();
      else adopt(next);
      return !isWritten;
    },
    /** Whether a text that is taken up takes the place of nothing: nothing is written, and it is of the stored release. */
    canTakeUp: ({ id }: UnsavedText) => state.kind === 'untouched' && id === (stored.current?.id ?? null),
    /** Saves what stands in the form as a new draft, in place of the release that was deleted. */
    saveAsNew: async (): Promise<void> => {
      // The new one may be deleted, too; one that is not stored yet is sent once more under its key.
      if (!isAnew.current || (isGone && stored.current !== null)) {
        isAnew.current = true;
        setHasPending(false);
        stored.current = null;
        birth.current = null;
        unanswered.current = null;
        adoptions.current += 1;
        autosave.forget();
        const next = replacementOf(latest.current);
        take(next);
        keep(next);
        saveSoon(next);
      }
      await autosave.flush();
    },
    /** Goes on with a text that did not reach the server. */
    takeUp: ({ key, draft: written, etag, base }: UnsavedText) => {
      // Saved on the version that it was written on: what came since is met as a conflict.
      if (stored.current !== null && etag !== null) stored.current = { ...stored.current, etag, base: base ?? written };
      kept.takeUp(key);
      // It may have been stored all the same.
      unanswered.current = written;
      take(written);
      saveSoon(written);
    },
    /** Goes on with one of two texts, or with both: saves it, unless it is stored. Mine stays in this browser when theirs is taken. */
    choose: (version: Version) => {
      if (conflict === null) return;
      const next = versionsOf(latest.current, conflict)[version];
      setConflict(null);
      setChosenAt(conflict.at);
      if (version === 'theirs') {
        kept.release();
        adopt(conflict.theirs, next);
        return;
      }
      stored.current = storedPressReleaseOf(conflict.theirs, draftOf(conflict.theirs));
      take(next);
      keep(next);
      kept.saveAtLogout(autosave.flush);
      void autosave.resume(next);
    },
  };
}
