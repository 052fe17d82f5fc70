import { Button, Notice } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { focusListWhenGone } from './focus-list.ts';
import classes from './lists.module.css';
import { type Failure, MAX_CHOSEN, type useEach } from './use-each.ts';

/** Properties of {@link FailureNotice}. */
interface FailureNoticeProps {
  readonly failures: readonly Failure[];
  readonly onClose: () => void;
}

/** Which of several records could not be changed, and why. */
function FailureNotice({ failures, onClose }: FailureNoticeProps) {
  if (failures.length === 0) return null;
  return (
    <Notice live tone="warning" title={`${failures.length} could not be changed`}>
      <ul>
        {failures.map(({ key, name, reason }) => (
          <li key={key}>
            {name}: {reason}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onClick={onClose}>
        Close
      </Button>
    </Notice>
  );
}

/** Properties of {@link BulkBar}. */
export interface BulkBarProps {
  /** What is chosen, spoken: `Selected documents`. */
  readonly label: string;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** How the changes stand. */
  readonly each: Pick<ReturnType<typeof useEach>, 'progress' | 'failures' | 'dismiss' | 'stop'>;
  /** Why not all that could be done can be chosen; shown while something is selected. */
  readonly failure?: ReactNode;
  /** Draws the buttons of what can be done. */
  readonly children: (state: { readonly busy: boolean; readonly disabled: boolean }) => ReactNode;
}

/**
 * What is done to all that are chosen, how far it is, and what could not be done: at the lower edge of the page, over it. It stands
 * before its list, which gets the focus when the bar goes.
 */
export function BulkBar({ label, selected, onSelect, each, failure, children }: BulkBarProps) {
  const { progress, failures, dismiss, stop } = each;
  const busy = progress !== undefined;
  const disabled = selected.size > MAX_CHOSEN;
  const isOpen = selected.size > 0 || busy;
  const isTold = failures.length > 0 || (isOpen && failure !== undefined);
  if (!isOpen && !isTold) return null;
  return (
    <div className={classes.dock}>
      {isTold ? (
        <div ref={focusListWhenGone} className={classes.told}>
          {isOpen ? failure : null}
          <FailureNotice failures={failures} onClose={dismiss} />
        </div>
      ) : null}
      {isOpen ? (
        <section ref={focusListWhenGone} aria-label={label} className={classes.bulk}>
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
    </div>
  );
}
