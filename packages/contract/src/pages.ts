/** Where a person lands who asked for no page, or for one that is not ours. */
export const DEFAULT_RETURN_TO = '/dashboard';

const BASE = 'http://portal.invalid';

/** Returns the path of this portal that `address` names, or the dashboard: `//evil`, `/\evil`, `javascript:` and absolute URLs lead nowhere else. */
export function safeReturnTo(address: string | undefined): string {
  if (address === undefined || !address.startsWith('/') || !URL.canParse(address, BASE)) return DEFAULT_RETURN_TO;
  const url = new URL(address, BASE);
  // The URL parser drops tabs and line breaks and reads backslashes as slashes, so it is asked, not a pattern.
  const path = url.pathname + url.search + url.hash;
  const leaves = url.origin !== BASE || path.startsWith('//') || address.includes('\\');
  return leaves || url.pathname === '/auth-handler' ? DEFAULT_RETURN_TO : path;
}

/** A page of the portal that the links of alert mails lead to, with `?token=…`. */
export const ALERT_CONFIRM_PATH = '/alerts/confirm';
/** The page where one link ends the alerts, with `?token=…`. */
export const ALERT_UNSUBSCRIBE_PATH = '/alerts/unsubscribe';
