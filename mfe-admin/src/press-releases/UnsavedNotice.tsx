import { Button, Notice, RelativeTime } from '@cytocomm/kit';
import { useState } from 'react';
import classes from './press-releases.module.css';
import { dropUnsaved, type UnsavedText, unsavedTexts } from './unsaved-text.ts';

/** Properties of {@link UnsavedNotice}. */
export interface UnsavedNoticeProps {
  /** The release that is open; null for a new one. */
  readonly id: string | null;
  /** Null while another text stands in the form, which it would take the place of. */
  readonly onTakeUp: ((text: UnsavedText) => void) | null;
}

/** Offers what the person wrote in this browser and what did not reach the server. */
export function UnsavedNotice({ id, onTakeUp }: UnsavedNoticeProps) {
  // What was left when this was opened: what is written now is no offer.
  const [texts, setTexts] = useState(() => unsavedTexts().filter((text) => text.id === id));
  const without = (key: string) => setTexts((present) => present.filter((text) => text.key !== key));
  return texts.map((text) => (
    <Notice
      key={text.key}
      tone="warning"
      title={`“${text.draft.title.trim() || 'Untitled'}” did not reach the portal.`}
    >
      <p>
        You wrote it here <RelativeTime date={text.at} />, and it was kept in this browser.
        {onTakeUp ? null : ` To continue with it, open ${id === null ? 'a new release' : 'this release'} again.`}
      </p>
      <div className={classes.actions}>
        {onTakeUp ? (
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              without(text.key);
              onTakeUp(text);
            }}
          >
            Continue with it
          </Button>
        ) : null}
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            dropUnsaved(text.key);
            without(text.key);
          }}
        >
          Discard it
        </Button>
      </div>
    </Notice>
  ));
}
