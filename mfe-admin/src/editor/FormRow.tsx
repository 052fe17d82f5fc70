import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './editor.module.css';

/** Properties of {@link FormRow}. */
export interface FormRowProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Called by Enter in a field. */
  readonly onApply: () => void;
  /** Called by Escape. */
  readonly onLeave: () => void;
}

/** Fields below the toolbar, the first of which gets the focus. It is not a form: it stands inside one. */
export function FormRow({ label, children, onApply, onLeave }: FormRowProps) {
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const field = row.current?.querySelector('input');
    field?.focus();
    field?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave();
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    onApply();
  };
  return (
    <fieldset ref={row} aria-label={label} className={classes.formRow} onKeyDown={onKeyDown}>
      {children}
    </fieldset>
  );
}
