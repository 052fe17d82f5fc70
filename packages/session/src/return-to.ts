const START = '/dashboard';

/** A path of this portal to go to after sign-in; whatever might lead elsewhere becomes the dashboard. */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return START;
  // A browser drops tabs and line breaks from an address, so `/<tab>/evil` would lead away.
  return /[\p{Cc}\\]/u.test(value) ? START : value;
}
