import { requestMagicLink } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { rememberEmail } from '@cytocomm/session';
import { withPause } from './complete-sign-in.ts';
import { messages } from './messages.ts';

/** Why no link was sent. */
export interface RequestFailed {
  readonly message: string;
  readonly detail: string | null;
}

/** Asks for a sign-in link and keeps the address for its return. Null when the server took the request. */
export async function requestLink(email: string, returnTo: string): Promise<RequestFailed | null> {
  const { error } = await send(requestMagicLink, { body: { email, returnTo } });
  if (error?.code === 'misconfigured') return { message: error.detail, detail: null };
  if (error) return { message: messages.linkNotSent, detail: withPause(error) };
  rememberEmail(email);
  return null;
}
