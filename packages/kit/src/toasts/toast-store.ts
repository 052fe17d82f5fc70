import { Fragment, isValidElement, type ReactNode } from 'react';

/** Returns the words of a message, also within elements; null where a component draws some of them: those are not known. */
function wordsOf(message: ReactNode): string | null {
  if (message === null || message === undefined || typeof message === 'boolean') return '';
  if (typeof message !== 'object') return String(message);
  if (Array.isArray(message)) {
    const words = message.map(wordsOf);
    return words.includes(null) ? null : words.join('\n');
  }
  if (!isValidElement<{ readonly children?: ReactNode }>(message)) return null;
  const isComponent = typeof message.type !== 'string' && message.type !== Fragment;
  return isComponent ? null : wordsOf(message.props.children);
}

/** The kinds of the specification. */
export type ToastType = 'blank' | 'error' | 'success' | 'loading' | 'custom';

/** One notification. */
export interface Toast {
  readonly id: string;
  readonly type: ToastType;
  readonly message: ReactNode;
  readonly duration: number;
  readonly action?: ToastAction | undefined;
  /** False from its dismissal until its removal. */
  readonly visible: boolean;
}

/** Something the person can do about it; the notification stays for what comes of it. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** What may be set for one notification. */
export interface ToastOptions {
  /** The id of a notification on the screen: it is replaced in place (loading becomes success). */
  readonly id?: string;
  /** Milliseconds on the screen; the type's own by default, at least ten seconds with a button. */
  readonly duration?: number;
  /** A button in it. */
  readonly action?: ToastAction;
}

/** The numbers of the specification (section 9). */
export const TOAST_LIMIT = 20;
/** From dismissal to removal, in milliseconds. */
export const TOAST_REMOVAL_DELAY = 1000;
/** Milliseconds on the screen by type. */
export const TOAST_DURATION: Readonly<Record<ToastType, number>> = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Number.POSITIVE_INFINITY,
  custom: 4000,
};

/** Milliseconds on the screen at least where there is something to press. */
export const TOAST_ACTION_DURATION = 10_000;

interface Timer {
  handle: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds left when the timer last started. */
  left: number;
  startedAt: number;
}

function saysTheSame(one: Toast, other: Toast): boolean {
  const words = wordsOf(one.message);
  const areErrors = one.type === 'error' && other.type === 'error' && !one.action && !other.action;
  return areErrors && words !== null && words !== '' && words === wordsOf(other.message);
}

/** Creates a list of notifications with its clock: what is shown, for how long, and when it goes. */
export function createToastStore() {
  let toasts: readonly Toast[] = [];
  let paused = false;
  let count = 0;
  const listeners = new Set<() => void>();
  const timers = new Map<string, Timer>();
  /** Those that their caller shows again by an id of its own. */
  const named = new Set<string>();

  const change = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };

  const stop = (id: string) => {
    clearTimeout(timers.get(id)?.handle);
    timers.delete(id);
  };

  const run = (id: string, timer: Timer) => {
    if (timer.left === Number.POSITIVE_INFINITY) return;
    timer.startedAt = Date.now();
    timer.handle = setTimeout(() => dismiss(id), timer.left);
  };

  const start = (id: string, duration: number) => {
    stop(id);
    const timer: Timer = { handle: undefined, left: duration, startedAt: Date.now() };
    timers.set(id, timer);
    if (!paused) run(id, timer);
  };

  /** Takes a notification away at once. */
  function remove(id: string) {
    stop(id);
    named.delete(id);
    change(toasts.filter((toast) => toast.id !== id));
  }

  /** Lets a notification leave: it fades, and is removed after the removal delay. */
  function dismiss(id: string) {
    if (!toasts.some((toast) => toast.id === id && toast.visible)) return;
    stop(id);
    timers.set(id, { handle: setTimeout(() => remove(id), TOAST_REMOVAL_DELAY), left: 0, startedAt: 0 });
    change(toasts.map((toast) => (toast.id === id ? { ...toast, visible: false } : toast)));
  }

  /**
   * Shows a notification, or replaces the one with the same id. An error in the words of one that is shown takes its place
   * as the newest, so that it is spoken again and attempts do not pile up; not of one whose id the caller gave. Returns its id.
   */
  function show(type: ToastType, message: ReactNode, options: ToastOptions = {}): string {
    count += 1;
    const id = options.id ?? `toast-${count}`;
    const { action } = options;
    const least = action === undefined ? 0 : TOAST_ACTION_DURATION;
    const duration = Math.max(options.duration ?? TOAST_DURATION[type], least);
    const toast: Toast = { id, type, message, duration, action, visible: true };
    const isReplaced = toasts.some((other) => other.id === id);
    const repeated = isReplaced ? undefined : toasts.find((other) => !named.has(other.id) && saysTheSame(other, toast));
    if (options.id !== undefined) named.add(id);
    if (repeated) stop(repeated.id);
    const others = toasts.filter((other) => other !== repeated);
    const all = isReplaced ? toasts.map((other) => (other.id === id ? toast : other)) : [toast, ...others];
    for (const dropped of all.slice(TOAST_LIMIT)) {
      stop(dropped.id);
      named.delete(dropped.id);
    }
    start(id, toast.duration);
    change(all.slice(0, TOAST_LIMIT));
    return id;
  }

  /** Takes all notifications away at once, but for the one with the id `kept`. */
  function clear(kept?: string) {
    for (const { id } of toasts) if (id !== kept) remove(id);
  }

  /** Stops the clock while a person reads. */
  function pause() {
    if (paused) return;
    paused = true;
    for (const toast of toasts.filter((each) => each.visible)) {
      const timer = timers.get(toast.id);
      if (!timer) continue;
      clearTimeout(timer.handle);
      timer.left = Math.max(0, timer.left - (Date.now() - timer.startedAt));
    }
  }

  /** Lets the clock go on. */
  function resume() {
    if (!paused) return;
    paused = false;
    for (const toast of toasts.filter((each) => each.visible)) {
      const timer = timers.get(toast.id);
      if (timer) run(toast.id, timer);
    }
  }

  return {
    show,
    dismiss,
    remove,
    clear,
    pause,
    resume,
    getSnapshot: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The one list of the page: the kit is a federation singleton, so every remote speaks to this one. */
export const toastStore = createToastStore();

const show = (type: ToastType) => (message: ReactNode, options?: ToastOptions) =>
  toastStore.show(type, message, options);

/** Notifications from anywhere: `toast.success('User added')`. Each call returns the id that `dismiss` takes. */
export const toast = Object.assign(show('blank'), {
  success: show('success'),
  error: show('error'),
  loading: show('loading'),
  custom: show('custom'),
  dismiss: toastStore.dismiss,
  clear: toastStore.clear,
});
