import { Button } from '@cytocomm/kit';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './editor.module.css';

/** Properties of {@link FormRow}. */
export interface FormRowProps {
  readonly editor: Editor;
  readonly label: string;
  /** The words of the button that applies it. */
  readonly applyLabel: string;
  readonly children: ReactNode;
  /** Called by the button and by Enter in a field. Returns whether it was applied: else the row stays. */
  readonly onApply: () => boolean;
  /** Called when the row is to go; the text has the focus then. */
  readonly onDone: () => void;
}

/** Fields below the toolbar, the first of which gets the focus. It is not a form: it stands inside one. */
export function FormRow({ editor, label, applyLabel, children, onApply, onDone }: FormRowProps) {
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const field = row.current?.querySelector('input');
    field?.focus();
    field?.select();
  }, []);
  const leave = () => {
    editor.commands.focus();
    onDone();
  };
  const apply = () => {
    if (onApply()) leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The key ends what an input method writes.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave();
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    apply();
  };
  return (
    <fieldset ref={row} aria-label={label} className={classes.formRow} onKeyDown={onKeyDown}>
      {children}
      <Button variant="secondary" size="small" onClick={apply}>
        {applyLabel}
      </Button>
      <Button variant="quiet" size="small" onClick={leave}>
        Cancel
      </Button>
    </fieldset>
  );
}
