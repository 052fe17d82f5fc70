import { Button } from '@cytocomm/kit';
import type { SaveState } from './autosave.ts';
import classes from './press-releases.module.css';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Properties of {@link SaveNote}. */
export interface SaveNoteProps {
  readonly state: SaveState;
  /** Whether the browser has what was written last. */
  readonly isKept: boolean;
  readonly onRetry: () => void;
}

const KEPT = 'What you wrote is kept in this browser until it is saved.';
const NOT_KEPT = 'This browser cannot keep what you wrote: leave the page open until it is saved.';

/** Shows how far what is written has come to the server. */
export function SaveNote({ state, isKept, onRetry }: SaveNoteProps) {
  return (
    <div className={classes.saveNote}>
      <span className="tabular">{wordsOf(state)}</span>
      <span role="status">{state.kind === 'failed' ? `${state.reason} ${isKept ? KEPT : NOT_KEPT}` : null}</span>
      {state.kind === 'failed' ? (
        <Button variant="secondary" size="small" onClick={onRetry}>
          Retry
        </Button>
      ) : null}
    </div>
  );
}

function wordsOf(state: SaveState): string {
  switch (state.kind) {
    case 'untouched':
      return 'Saved as you write.';
    case 'unsaved':
    case 'saving':
      return 'Saving …';
    case 'saved':
      return `Saved ${clock.format(state.at)}`;
    case 'failed':
      return navigator.onLine ? 'Not saved' : 'Offline: not saved';
    case 'overtaken':
      return 'Not saved';
  }
}
