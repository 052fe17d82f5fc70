/** Where a person lands who asked for no page, or for one that is not ours. */
export const DEFAULT_RETURN_TO = '/dashboard';

const BASE = 'http://portal.invalid';

/** The path of this portal that `wanted` names, or the dashboard: `//evil`, `/\evil`, `javascript:` and absolute URLs lead nowhere else. */
export function safeReturnTo(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, BASE)) return DEFAULT_RETURN_TO;
  const url = new URL(wanted, BASE);
  // The URL parser drops tabs and line breaks and reads backslashes as slashes, so it is asked, not a pattern.
  const path = url.pathname + url.search + url.hash;
  const leaves = url.origin !== BASE || path.startsWith('//') || wanted.includes('\\');
  return leaves || url.pathname === '/auth-handler' ? DEFAULT_RETURN_TO : path;
}
