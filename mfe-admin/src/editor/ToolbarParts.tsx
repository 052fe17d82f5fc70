import { Button, classNames } from '@cytocomm/kit';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './editor.module.css';

interface FormRowProps {
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

interface ToolButtonProps {
  readonly name: string;
  /** Letters that are drawn in place of the name. */
  readonly sign?: string;
  readonly className?: string | undefined;
  /** Whether what it switches is on; absent for a step. */
  readonly pressed?: boolean;
  /** It stays where it is for the keyboard, and does nothing. */
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A button of a toolbar. */
export function ToolButton({ name, sign, className, pressed, disabled = false, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={sign === undefined ? undefined : name}
      title={sign === undefined ? undefined : name}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      // A sign is a picture made of letters, not the button's words.
      data-sign={sign}
      className={classNames(classes.tool, className)}
      onClick={() => disabled || onClick()}
    >
      {sign === undefined ? name : null}
    </button>
  );
}

interface ButtonBarProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Called by Escape. */
  readonly onLeave: () => void;
}

/** A toolbar: one stop for Tab, the arrow keys, Home and End move within it. Its buttons are found in the page. */
export function ButtonBar({ label, children, onLeave }: ButtonBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLElement | null>(null);
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
  const mark = (chosen: HTMLElement | undefined) => {
    current.current = chosen ?? null;
    for (const button of buttons()) button.tabIndex = button === chosen ? 0 : -1;
  };
  // After each render: buttons come and go with what the cursor stands in.
  useEffect(() => {
    const present = buttons();
    mark(present.find((button) => button === current.current) ?? present[0]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onLeave();
    const present = buttons();
    const last = present.length - 1;
    const place = present.findIndex(({ tabIndex }) => tabIndex === 0);
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: place === last ? 0 : place + 1,
      ArrowLeft: place <= 0 ? last : place - 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    mark(present[target]);
    present[target]?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={classes.toolbar}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => target instanceof HTMLButtonElement && mark(target)}
    >
      {children}
    </div>
  );
}
