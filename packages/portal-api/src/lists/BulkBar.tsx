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
  readonly each: Pick<ReturnType<typeof useEach>, 'done' | 'failures' | 'dismiss'>;
  /** Draws the buttons of what can be done. */
  readonly children: (state: { readonly busy: boolean; readonly disabled: boolean }) => ReactNode;
}

/** What is done to all that are chosen, how far it is, and what could not be done. */
export function BulkBar({ label, selected, onSelect, each, children }: BulkBarProps) {
  const { done, failures, dismiss } = each;
  const busy = done !== undefined;
  const disabled = selected.size > MAX_CHOSEN;
  return (
    <>
      {selected.size > 0 ? (
        <section aria-label={label} className={classes.bulk}>
          <span className="tabular">{busy ? `${done} of ${selected.size} done` : `${selected.size} selected`}</span>
          {children({ busy, disabled })}
          <Button variant="quiet" size="small" disabled={busy} onClick={() => onSelect(new Set())}>
            Clear selection
          </Button>
          {disabled ? <span>At most {MAX_CHOSEN} at once: select fewer.</span> : null}
        </section>
      ) : null}
      <FailureNotice failures={failures} onClose={dismiss} />
    </>
  );
}
