import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../class-names.ts';
import { focusNear } from '../focus/focus.ts';
import { useHydrated } from '../hydrated.ts';
import { Icon } from '../icons/Icon.tsx';
import classes from './Toaster.module.css';
import { type Toast, toastStore } from './toast-store.ts';

/** The key that leads to the newest notification, the newest with a button of its own first. No browser has it, no text takes it. */
const KEY = 'F8';

const isKey = ({ key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }: globalThis.KeyboardEvent) =>
  key === KEY && !ctrlKey && !metaKey && !altKey && !shiftKey && !defaultPrevented;

/**
 * Leads the focus to the notifications and back to where it was: by F8 and Escape, and when what had it goes. Their clock
 * stands while pointer or focus rest on them. Returns what the element around them needs, and what leads back.
 */
function useToastFocus(region: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null);
  const resting = useRef({ pointer: false, focus: false });
  const rest = (changed: Partial<typeof resting.current>) => {
    Object.assign(resting.current, changed);
    if (resting.current.pointer || resting.current.focus) toastStore.pause();
    else toastStore.resume();
  };
  const goBack = () => {
    const target = before.current;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    if (target === null || document.activeElement !== target) focusNear(target);
  };

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!isKey(event)) return;
      const find = (selector: string) => region.current?.querySelector<HTMLElement>(`[data-shown] ${selector}`);
      const control = find('[data-action]') ?? find('button');
      if (!control) return;
      event.preventDefault();
      control.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [region]);

  // React says nothing of a focus that goes with its element.
  useLayoutEffect(() => {
    if (!resting.current.focus || region.current?.contains(document.activeElement)) return;
    rest({ focus: false });
    goBack();
  });

  const isWithin = (element: EventTarget | null) => element instanceof Node && region.current?.contains(element);
  const around = {
    onMouseEnter: () => rest({ pointer: true }),
    onMouseLeave: () => rest({ pointer: false }),
    onFocus: ({ relatedTarget }: FocusEvent) => {
      // Back from another window it comes from nowhere, and had not left.
      if (isWithin(relatedTarget) || (relatedTarget === null && resting.current.focus)) return;
      before.current = relatedTarget;
      rest({ focus: true });
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      // It is the window that has lost it.
      if (target === document.activeElement) return;
      if (!isWithin(relatedTarget)) rest({ focus: false });
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      goBack();
    },
  };
  return { around, goBack: () => resting.current.focus && goBack() };
}

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
