import { type FocusEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../class-names.ts';
import { useHydrated } from '../hydrated.ts';
import { Icon } from '../icons/Icon.tsx';
import classes from './Toaster.module.css';
import { type Toast, toastStore } from './toast-store.ts';

/** The gap between two notifications, in pixels. */
const GAP = 8;

/** Shows the notifications at the bottom in the middle, the newest lowest. Once a page, in the shell. */
export function Toaster() {
  const hydrated = useHydrated();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot, toastStore.getSnapshot);
  const [heights, setHeights] = useState<Readonly<Record<string, number>>>({});
  if (!hydrated) return null;

  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) toastStore.resume();
  };
  let rise = 0;
  return createPortal(
    <section
      aria-label="Notifications"
      data-over-layers=""
      className={classes.toaster}
      onMouseEnter={toastStore.pause}
      onMouseLeave={toastStore.resume}
      onFocus={toastStore.pause}
      onBlur={onBlur}
    >
      {toasts.map((toast) => {
        const offset = rise;
        if (toast.visible) rise += (heights[toast.id] ?? 0) + GAP;
        return (
          <ToastCard
            key={toast.id}
            toast={toast}
            offset={offset}
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

function ToastCard({ toast, offset, onHeight }: { toast: Toast; offset: number; onHeight: (height: number) => void }) {
  const card = useRef<HTMLDivElement>(null);
  // Measured after every change of its words, before the browser paints.
  useLayoutEffect(() => {
    if (card.current) onHeight(card.current.offsetHeight);
  });

  return (
    <div className={classes.place} style={{ transform: `translateY(${-offset}px)` }}>
      <div
        ref={card}
        role={toast.type === 'error' ? 'alert' : 'status'}
        data-tone="ink"
        className={classNames(
          classes.toast,
          !toast.visible && classes.leaving,
          toast.type === 'custom' && classes.custom,
        )}
      >
        <ToastMark type={toast.type} />
        <div className={classes.message}>{toast.message}</div>
        {toast.action ? (
          <button type="button" className={classes.action} onClick={toast.action.run}>
            {toast.action.label}
          </button>
        ) : null}
        {toast.type === 'loading' || toast.type === 'custom' ? null : (
          <button
            type="button"
            className={classes.dismiss}
            aria-label="Dismiss"
            onClick={() => toastStore.dismiss(toast.id)}
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
