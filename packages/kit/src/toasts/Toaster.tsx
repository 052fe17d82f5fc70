import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../class-names.ts';
import { useHydrated } from '../hydrated.ts';
import { Icon } from '../icons/Icon.tsx';
import classes from './Toaster.module.css';
import { type Toast, toastStore } from './toast-store.ts';
import { useToastFocus } from './use-toast-focus.ts';

/** The gap between two notifications, in pixels. */
const GAP = 8;

/** Shows the notifications at the bottom in the middle, the newest lowest; F8 leads to them. Once a page, in the shell. */
export function Toaster() {
  const hydrated = useHydrated();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot, toastStore.getSnapshot);
  const [heights, setHeights] = useState<Readonly<Record<string, number>>>({});
  const region = useRef<HTMLElement>(null);
  const { around, goBack } = useToastFocus(region);
  if (!hydrated) return null;

  let rise = 0;
  return createPortal(
    <section
      {...around}
      ref={region}
      aria-label="Notifications"
      aria-keyshortcuts="F8"
      data-over-layers=""
      className={classes.toaster}
    >
      {toasts.map((toast) => {
        const offset = rise;
        if (toast.visible) rise += (heights[toast.id] ?? 0) + GAP;
        return (
          <ToastCard
            key={toast.id}
            toast={toast}
            offset={offset}
            onPress={goBack}
            onHeight={(height) =>
              setHeights((present) => (present[toast.id] === height ? present : { ...present, [toast.id]: height }))
            }
          />
        );
      })}
    </section>,
    document.body,
  );
}

interface ToastCardProps {
  readonly toast: Toast;
  readonly offset: number;
  /** Called before a button does what it says. */
  readonly onPress: () => void;
  readonly onHeight: (height: number) => void;
}

function ToastCard({ toast, offset, onPress, onHeight }: ToastCardProps) {
  const card = useRef<HTMLDivElement>(null);
  // Measured after every change of its words, before the browser paints.
  useLayoutEffect(() => {
    if (card.current) onHeight(card.current.offsetHeight);
  });
  const press = (run: () => void) => () => {
    onPress();
    run();
  };

  return (
    <div className={classes.place} style={{ transform: `translateY(${-offset}px)` }}>
      <div
        ref={card}
        role={toast.type === 'error' ? 'alert' : 'status'}
        data-tone="ink"
        data-shown={toast.visible ? '' : undefined}
        className={classNames(
          classes.toast,
          !toast.visible && classes.leaving,
          toast.type === 'custom' && classes.custom,
        )}
      >
        <ToastMark type={toast.type} />
        <div className={classes.message}>{toast.message}</div>
        {toast.action ? (
          <button type="button" data-action="" className={classes.action} onClick={press(toast.action.run)}>
            {toast.action.label}
          </button>
        ) : null}
        {toast.type === 'loading' || toast.type === 'custom' ? null : (
          <button
            type="button"
            className={classes.dismiss}
            aria-label="Dismiss"
            onClick={press(() => toastStore.dismiss(toast.id))}
          >
            <Icon name="close" size="small" />
          </button>
        )}
      </div>
    </div>
  );
}

function ToastMark({ type }: { type: Toast['type'] }) {
  if (type === 'success' || type === 'error') return <Icon name={type} className={classes[type]} />;
  if (type === 'loading') return <span aria-hidden="true" className={classes.loading} />;
  return null;
}
