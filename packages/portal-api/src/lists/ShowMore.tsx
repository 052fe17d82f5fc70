import { Button, type ButtonProps, focusRowAfter, lastRowBefore } from '@cytocomm/kit';
import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * The button below a list that shows more of it. When it goes, as there is no more, the focus goes to the first row that came,
 * or to the heading where none did.
 */
export function ShowMore({ onClick, children = 'Show more', ...look }: Omit<ButtonProps, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null);
  const lastRow = useRef<Element | null>(null);
  const isLeftFocused = useRef(false);

  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      isLeftFocused.current = element !== null && document.activeElement === element;
    };
  }, []);
  useEffect(
    () => () => {
      const row = lastRow.current;
      if (!isLeftFocused.current || !row) return;
      // What draws the rows that came may do so in an effect.
      queueMicrotask(() => row.isConnected && focusRowAfter(row));
    },
    [],
  );

  return (
    <Button
      {...look}
      ref={button}
      size="small"
      onClick={(event) => {
        lastRow.current = lastRowBefore(event.currentTarget);
        onClick?.(event);
      }}
    >
      {children}
    </Button>
  );
}
