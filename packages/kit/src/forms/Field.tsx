import { type ReactNode, useId } from 'react';
import { Icon } from '../icons/Icon.tsx';
import classes from './forms.module.css';

/** What every field takes besides the attributes of its control. */
export interface FieldProps {
  readonly label: string;
  /** Help that is always there. */
  readonly hint?: ReactNode;
  /** What is wrong and what to do; announced when it appears. */
  readonly error?: ReactNode;
  /** The label is spoken but not drawn, for a field whose purpose its surroundings show. */
  readonly hideLabel?: boolean;
}

/** Ids and aria attributes that tie a control to its hint and its error. */
export function useFieldWiring(id: string | undefined, hint: ReactNode, error: ReactNode) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return {
    controlId,
    hintId,
    errorId,
    aria: { 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined } as const,
  };
}

/** The line below a control: the hint, and the error in a live region that is always there. */
export function FieldMessages({
  hint,
  hintId,
  error,
  errorId,
}: {
  hint: ReactNode;
  hintId: string;
  error: ReactNode;
  errorId: string;
}) {
  return (
    <>
      {hint ? (
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      ) : null}
      <div aria-live="polite">
        {error ? (
          <p id={errorId} className={classes.error}>
            <Icon name="error" size="small" />
            <span>{error}</span>
          </p>
        ) : null}
      </div>
    </>
  );
}
