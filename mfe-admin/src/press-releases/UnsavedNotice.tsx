import { Button, Notice, RelativeTime } from '@cytocomm/kit';
import classes from './press-releases.module.css';
import { dropUnsaved, type UnsavedText } from './unsaved-text.ts';
import type { useLeftTexts } from './use-left-texts.ts';

/** Properties of {@link UnsavedNotice}. */
export interface UnsavedNoticeProps extends ReturnType<typeof useLeftTexts> {
  /** Null while another text stands in the form, which it would take the place of. */
  readonly onTakeUp: ((text: UnsavedText) => void) | null;
}

/** Offers what the person wrote in this browser and what did not reach the server. */
export function UnsavedNotice({ texts, without, onTakeUp }: UnsavedNoticeProps) {
  return texts.map((text) => (
    <Notice
      key={text.key}
      tone="warning"
      title={`“${text.draft.title.trim() || 'Untitled'}” did not reach the portal.`}
    >
      <p>
        You wrote it here <RelativeTime date={text.at} />, and it was kept in this browser.
        {onTakeUp ? null : ` To continue with it, open ${text.id === null ? 'a new release' : 'this release'} again.`}
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
