import type { ReactNode } from 'react';
import { type ToastOptions, type ToastType, toastStore } from './toast-store.ts';

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
