import { Button } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { FailureNotice } from './FailureNotice.tsx';
import classes from './lists.module.css';
import { MAX_CHOSEN, type useEach } from './use-each.ts';

/** Properties of {@link BulkBar}. */
export interface BulkBarProps {
  /** What is chosen, spoken: `Selected documents`. */
  readonly label: string;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** How the changes stand. */
  readonly each: Pick<ReturnType<typeof useEach>, 'progress' | 'failures' | 'dismiss' | 'stop'>;
  /** Draws the buttons of what can be done. */
  readonly children: (state: { readonly busy: boolean; readonly disabled: boolean }) => ReactNode;
}

/** What is done to all that are chosen, how far it is, and what could not be done. */
export function BulkBar({ label, selected, onSelect, each, children }: BulkBarProps) {
  const { progress, failures, dismiss, stop } = each;
  const busy = progress !== undefined;
  const disabled = selected.size > MAX_CHOSEN;
  return (
    <>
      {selected.size > 0 || busy ? (
        <section aria-label={label} className={classes.bulk}>
          <span className="tabular">
            {busy ? `${progress.done} of ${progress.of} done` : `${selected.size} selected`}
          </span>
          {busy ? (
            <Button variant="secondary" size="small" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button variant="quiet" size="small" onClick={() => onSelect(new Set())}>
              Clear selection
            </Button>
          )}
          {disabled ? <span>At most {MAX_CHOSEN} at once: select fewer.</span> : null}
          {children({ busy, disabled })}
        </section>
      ) : null}
      <FailureNotice failures={failures} onClose={dismiss} />
    </>
  );
}
