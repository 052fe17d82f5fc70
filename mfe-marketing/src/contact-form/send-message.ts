import { sendContactMessage } from '@cytocomm/contract';
import { type ApiProblem, send, waitingTime } from '@cytocomm/http';
import { contact } from '../content/contact.ts';
import { failureWords } from '../loading/failure-words.ts';
import { type ContactErrors, type ContactValues, contactFields } from './contact-values.ts';

/** What became of a message. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** The server does not accept the captcha; `detail` says why when there is more to say. */
  | { readonly kind: 'robot'; readonly detail: string | null }
  /** Not stored; `detail` says why, `errors` where. */
  | { readonly kind: 'failed'; readonly detail: string; readonly errors: ContactErrors };

function failed(problem: ApiProblem): Outcome {
  const detail = failureWords(problem, contact.form.unreachable);
  if (problem.code === 'captcha') return { kind: 'robot', detail: detail === contact.form.robot ? null : detail };
  const errors = Object.fromEntries(
    problem.errors.flatMap(({ path, message }) => {
      const field = contactFields.find((name) => path === name || path === `body.${name}`);
      return field ? [[field, message]] : [];
    }),
  );
  const wait = problem.retryAfter ? ` Try again in ${waitingTime(problem.retryAfter)}.` : '';
  return { kind: 'failed', detail: `${detail}${wait}`, errors };
}

/** Sends a message; it is sent only when the server says that it has stored it. */
export async function sendMessage({ subject, ...values }: ContactValues, captcha: string): Promise<Outcome> {
  const body = { ...values, ...(subject && { subject }), captcha };
  const { error } = await send(sendContactMessage, { body, credentials: 'omit' });
  return error ? failed(error) : { kind: 'sent' };
}
