import { type PointerEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../class-names.ts';
import { useHydrated } from '../hydrated.ts';
import { Icon } from '../icons/Icon.tsx';
import { Heading } from '../typography/typography.tsx';
import classes from './Dialog.module.css';
import { useModalLayer } from './use-modal-layer.ts';

/** Properties of {@link Dialog}. */
export interface DialogProps {
  readonly open: boolean;
  /** Asked by Escape, by a press outside and by the close button. */
  readonly onClose: () => void;
  readonly title: string;
  /** The title is spoken but not drawn. */
  readonly hideTitle?: boolean;
  readonly children: ReactNode;
  /** Buttons at the end, the main one last. */
  readonly actions?: ReactNode;
  /** 440, 640 or 880 px. */
  readonly size?: 'narrow' | 'medium' | 'wide';
  /** Gets the focus on opening; without it the dialog itself does. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** The name of the close button. */
  readonly closeLabel?: string;
}

/** A modal dialog over the page. Nothing of it is in the document while it is closed. */
export function Dialog({ open, ...rest }: DialogProps) {
  const hydrated = useHydrated();
  return open && hydrated ? createPortal(<OpenDialog {...rest} />, document.body) : null;
}

function OpenDialog({
  onClose,
  title,
  hideTitle = false,
  children,
  actions,
  size = 'medium',
  initialFocus,
  closeLabel = 'Close',
}: Omit<DialogProps, 'open'>) {
  const layer = useRef<HTMLDivElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();
  useModalLayer({ layer, open: true, onEscape: onClose, initialFocus });

  // Both ends of the press must lie outside: a selection dragged out of the dialog does not close it.
  const onPointerDown = (event: PointerEvent) => {
    pressedOutside.current = event.target === event.currentTarget;
  };
  const onPointerUp = (event: PointerEvent) => {
    if (pressedOutside.current && event.target === event.currentTarget) onClose();
    pressedOutside.current = false;
  };

  return (
    <div className={classes.scrim} data-tone="paper" onPointerDown={onPointerDown} onPointerUp={onPointerUp}>
      <div
        ref={layer}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        className={classNames(classes.dialog, classes[size])}
      >
        <div className={classes.header}>
          <Heading level={2} size="title" id={titleId} className={hideTitle ? 'visually-hidden' : undefined}>
            {title}
          </Heading>
          <button type="button" className={classes.close} aria-label={closeLabel} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className={classes.body}>{children}</div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
    </div>
  );
}
