import { Button, ButtonLink, EmptyState, Link, Notice, RelativeTime, toast, useNavigate } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { useEffect, useRef, useState } from 'react';
import { isSameText } from './merge-blocks.ts';
import { BIN_ADDRESS, useStartDraft } from './press-release-api.ts';
import { begunAnew, type PressReleaseDraft, textOf } from './press-release-draft.ts';
import classes from './press-releases.module.css';
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

/** Properties of {@link NoSuchPressRelease}. */
export interface NoSuchPressReleaseProps {
  readonly id: string;
  /** The address of the list. */
  readonly path: string;
}

/** Shows that there is no release at an address, and offers what the person wrote in it before it was deleted. */
export function NoSuchPressRelease({ id, path }: NoSuchPressReleaseProps) {
  const { texts, without } = useLeftTexts(id, null);
  return (
    <>
      {texts.map((text) => (
        <LeftText key={text.key} text={text} path={path} onDropped={() => without(text.key)} />
      ))}
      <EmptyState title="There is no such press release." action={<ButtonLink to={path}>All releases</ButtonLink>}>
        It may have been deleted: <Link to={BIN_ADDRESS}>the bin</Link> keeps it for 30 days.
      </EmptyState>
    </>
  );
}

interface LeftTextProps {
  readonly text: UnsavedText;
  readonly path: string;
  readonly onDropped: () => void;
}

function LeftText({ text, path, onDropped }: LeftTextProps) {
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
    const body = textOf(begunAnew(text.draft));
    const { data, error } = await start({ body, headers: { 'idempotency-key': once } });
    if (!data) {
      toast.error(`It was not saved. ${problemMessage(error)}`);
      return;
    }
    toast.success('Saved as a new draft.');
    // Whoever has gone elsewhere stays there.
    const goes = !isLeft.current;
    drop();
    if (goes) void navigate(`${path}/${data.id}/edit`, { replace: true });
  };
  return (
    <Notice tone="warning" title={`“${text.draft.title.trim() || 'Untitled'}” did not reach the portal.`}>
      <p>
        You wrote it here <RelativeTime date={text.at} />, and it was kept in this browser. Its release was deleted
        meanwhile. A new draft of it is for the same readers, and not mailed unless you choose that again.
      </p>
      <div className={classes.actions}>
        <Button variant="secondary" size="small" busy={isLoading} busyLabel="Saving..." onClick={() => void save()}>
          Save as a new draft
        </Button>
        <Button variant="quiet" size="small" disabled={isLoading} onClick={drop}>
          Discard it
        </Button>
      </div>
    </Notice>
  );
}
