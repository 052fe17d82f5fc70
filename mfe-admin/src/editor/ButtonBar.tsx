import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './editor.module.css';

/** Properties of {@link ButtonBar}. */
export interface ButtonBarProps {
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
