import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusNear } from '../focus/focus-near.ts';
import { toastStore } from './toast-store.ts';

/** The key that leads to the newest notification, the newest with a button of its own first. No browser has it, no text takes it. */
const KEY = 'F8';

const isKey = ({ key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }: globalThis.KeyboardEvent) =>
  key === KEY && !ctrlKey && !metaKey && !altKey && !shiftKey && !defaultPrevented;

/**
 * Leads the focus to the notifications and back to where it was: by F8 and Escape, and when what had it goes. Their clock
 * stands while pointer or focus rest on them. Returns what the element around them needs, and what leads back.
 */
export function useToastFocus(region: RefObject<HTMLElement | null>) {
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
