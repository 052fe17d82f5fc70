import { Button, ButtonLink, EmptyState, Link, Notice, RelativeTime, toast, useNavigate } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BIN_ADDRESS, useStartDraft } from './press-release-api.ts';
import { type PressReleaseDraft, replacementOf, textOf } from './press-release-draft.ts';
import classes from './press-releases.module.css';
import { isSameText } from './same-text.ts';
import { dropUnsaved, type UnsavedText, unsavedTexts } from './unsaved-text.ts';

/** Returns the unsaved texts of a release; those that reached the server after all are dropped. */
function unsavedTextsOf(id: string | null, stored: PressReleaseDraft | null): readonly UnsavedText[] {
  const texts = unsavedTexts().filter((text) => text.id === id);
  const isStored = ({ draft }: UnsavedText) => stored !== null && isSameText(draft, stored);
  for (const { key } of texts.filter(isStored)) dropUnsaved(key);
  return texts.filter((text) => !isStored(text));
}

/** Returns the texts in this browser that were unsaved when a release, or a new one (null), was opened; `stored` is its text at the server. */
export function useUnsavedTexts(id: string | null, stored: PressReleaseDraft | null) {
  const [texts, setTexts] = useState(() => unsavedTextsOf(id, stored));
  return {
    texts,
    /** Reads them again, for the stored text that took the place of one. */
    refresh: (of: string, present: PressReleaseDraft) => setTexts(unsavedTextsOf(of, present)),
    /** Removes one from the offers. */
    without: (key: string) => setTexts((present) => present.filter((text) => text.key !== key)),
  };
}

interface UnsavedNoticeProps extends Pick<ReturnType<typeof useUnsavedTexts>, 'texts' | 'without'> {
  /** Whether it takes the place of no other text in the form. */
  readonly canTakeUp: (text: UnsavedText) => boolean;
  readonly onTakeUp: (text: UnsavedText) => void;
}

/** Offers what the person wrote in this browser and what did not reach the server. */
export function UnsavedNotice({ texts, without, canTakeUp, onTakeUp }: UnsavedNoticeProps) {
  return texts.map((text) => {
    const isFree = canTakeUp(text);
    const takeUp = () => {
      without(text.key);
      onTakeUp(text);
    };
    return (
      <KeptText
        key={text.key}
        text={text}
        note={
          isFree ? null : ` To continue with it, open ${text.id === null ? 'a new release' : 'this release'} again.`
        }
        onDiscard={() => {
          dropUnsaved(text.key);
          without(text.key);
        }}
      >
        {isFree ? (
          <Button variant="secondary" size="small" onClick={takeUp}>
            Continue with it
          </Button>
        ) : null}
      </KeptText>
    );
  });
}

interface KeptTextProps {
  readonly text: UnsavedText;
  /** What else is to know of it. */
  readonly note: string | null;
  readonly busy?: boolean;
  readonly onDiscard: () => void;
  /** The button that goes on with it. */
  readonly children: ReactNode;
}

/** A text that this browser keeps, with the ways to go on with it or to discard it. */
function KeptText({ text: { draft, at }, note, busy = false, onDiscard, children }: KeptTextProps) {
  return (
    <Notice tone="warning" title={`“${draft.title.trim() || 'Untitled'}” did not reach the portal.`}>
      <p>
        You wrote it here <RelativeTime date={at} />, and it was kept in this browser.{note}
      </p>
      <div className={classes.actions}>
        {children}
        <Button variant="quiet" size="small" disabled={busy} onClick={onDiscard}>
          Discard it
        </Button>
      </div>
    </Notice>
  );
}

interface DeletedNoticeProps {
  /** Saves what stands in the form as a new draft. Resolves when that is done, or has failed. */
  readonly onSaveAsNew: () => Promise<void>;
}

/** Shows above an open form that its release was deleted, with the ways to keep what was written. */
export function DeletedNotice({ onSaveAsNew }: DeletedNoticeProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await onSaveAsNew();
    setBusy(false);
  };
  return (
    <Notice tone="warning" title="Somebody deleted this release meanwhile." live>
      <p>
        What stands here is not lost: save it as a new draft. It is for the same readers, and not mailed unless you
        choose that again. Or take the deleted one out of the bin, which keeps it for 30 days, and go on here.
      </p>
      <div className={classes.actions}>
        <Button variant="secondary" size="small" busy={busy} busyLabel="Saving..." onClick={() => void press()}>
          Save as a new draft
        </Button>
        <ButtonLink variant="quiet" size="small" to={BIN_ADDRESS}>
          Open the bin
        </ButtonLink>
      </div>
    </Notice>
  );
}

interface NoSuchPressReleaseProps {
  readonly id: string;
  /** The address of the list. */
  readonly path: string;
}

/** Shows that there is no release at an address, and offers what the person wrote in it before it was deleted. */
export function NoSuchPressRelease({ id, path }: NoSuchPressReleaseProps) {
  const { texts, without } = useUnsavedTexts(id, null);
  return (
    <>
      {texts.map((text) => (
        <UnsavedTextOfDeleted key={text.key} text={text} path={path} onDropped={() => without(text.key)} />
      ))}
      <EmptyState title="There is no such press release." action={<ButtonLink to={path}>All releases</ButtonLink>}>
        It may have been deleted: <Link to={BIN_ADDRESS}>the bin</Link> keeps it for 30 days.
      </EmptyState>
    </>
  );
}

interface UnsavedTextOfDeletedProps {
  readonly text: UnsavedText;
  readonly path: string;
  readonly onDropped: () => void;
}

function UnsavedTextOfDeleted({ text, path, onDropped }: UnsavedTextOfDeletedProps) {
  const [start, { isLoading }] = useStartDraft();
  const navigate = useNavigate();
  // The same key makes one draft, however often it is sent.
  const [once] = useState(() => crypto.randomUUID());
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const drop = () => {
    dropUnsaved(text.key);
    onDropped();
  };
  const save = async () => {
    const body = textOf(replacementOf(text.draft));
    const { data, error } = await start({ body, headers: { 'idempotency-key': once } });
    if (!data) {
      toast.error(`It was not saved. ${problemMessage(error)}`);
      return;
    }
    toast.success('Saved as a new draft.');
    // A person who went elsewhere stays there.
    const goes = !isLeft.current;
    drop();
    if (goes) void navigate(`${path}/${data.id}/edit`, { replace: true });
  };
  return (
    <KeptText
      text={text}
      note=" Its release was deleted meanwhile. A new draft of it is for the same readers, and not mailed unless you choose that again."
      busy={isLoading}
      onDiscard={drop}
    >
      <Button variant="secondary" size="small" busy={isLoading} busyLabel="Saving..." onClick={() => void save()}>
        Save as a new draft
      </Button>
    </KeptText>
  );
}
