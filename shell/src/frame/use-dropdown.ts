import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A list that a button of the bar folds out. */
export interface Dropdown {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly button: RefObject<HTMLButtonElement | null>;
  /** For the element around button and list. */
  readonly around: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

/** Returns the state of a dropdown: it closes on a press outside, on Escape with the focus back on its button, and on leaving. */
export function useDropdown(): Dropdown {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return { open, setOpen, button, around: { ref, onKeyDown, onBlur } };
}
