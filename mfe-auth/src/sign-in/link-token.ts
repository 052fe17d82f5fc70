/** Returns text without one round of percent signs; what cannot be read stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the token in the address of a sign-in link; null for none. Machines on its way may have encoded the fragment, made a
 * query of it, or put something behind it.
 */
export function tokenOf({ hash, search }: { readonly hash: string; readonly search: string }): string | null {
  for (const part of [hash, decoded(hash), decoded(search)]) {
    const token = new URLSearchParams(part.replace(/^[?#&]+/, '')).get('token');
    if (token) return /eyJ[\w.-]*\w/.exec(token)?.[0] ?? token;
  }
  return null;
}

/** Returns the address that a link was mailed to, as its token says; null for a token that says none. */
export function emailInToken(token: string): string | null {
  try {
    const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { destination }: { destination?: unknown } = JSON.parse(atob(claims));
    return typeof destination === 'string' ? destination : null;
  } catch {
    return null;
  }
}
