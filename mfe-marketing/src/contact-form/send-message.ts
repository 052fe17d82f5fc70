import { contact } from '../content/contact.ts';
import { CallRefused, callApi } from '../loading/call-api.ts';
import { type ContactErrors, type ContactValues, contactFields } from './contact-values.ts';

/** What became of a message. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** The server does not accept the captcha; `detail` says why when there is more to say. */
  | { readonly kind: 'robot'; readonly detail: string | null }
  /** Not stored; `detail` says why, `errors` where. */
  | { readonly kind: 'failed'; readonly detail: string; readonly errors: ContactErrors };

function waitingTime(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

function refusal(refused: CallRefused): Outcome {
  if (refused.code === 'captcha')
    return { kind: 'robot', detail: refused.message === contact.form.robot ? null : refused.message };
  const errors = Object.fromEntries(
    refused.fields.flatMap(({ path, message }) => {
      const field = contactFields.find((name) => path === name || path === `body.${name}`);
      return field ? [[field, message]] : [];
    }),
  );
  const wait = refused.retryAfter ? ` Try again in ${waitingTime(refused.retryAfter)}.` : '';
  return { kind: 'failed', detail: `${refused.message}${wait}`, errors };
}

/** Sends a message; it is sent only when the server says that it has stored it. */
export async function sendMessage({ subject, ...values }: ContactValues, captcha: string): Promise<Outcome> {
  try {
    await callApi('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...values, ...(subject && { subject }), captcha }),
    });
    return { kind: 'sent' };
  } catch (cause) {
    if (cause instanceof CallRefused) return refusal(cause);
    return { kind: 'failed', detail: contact.form.unreachable, errors: {} };
  }
}
