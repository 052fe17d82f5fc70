import { callAuth, rememberEmail, SessionFailure } from '@cytocomm/session';
import { withPause } from './complete-sign-in.ts';
import { messages } from './messages.ts';

/** Why no link was sent. */
export interface RequestFailed {
  readonly message: string;
  readonly detail: string | null;
}

/** Asks for a sign-in link and keeps the address for its return. Null when the server took the request. */
export async function requestLink(email: string, returnTo: string): Promise<RequestFailed | null> {
  try {
    await callAuth('/magic-link', { body: { email, returnTo } });
    rememberEmail(email);
    return null;
  } catch (cause) {
    if (!(cause instanceof SessionFailure)) throw cause;
    if (cause.kind === 'misconfigured') return { message: cause.message, detail: null };
    return { message: messages.linkNotSent, detail: withPause(cause) };
  }
}
