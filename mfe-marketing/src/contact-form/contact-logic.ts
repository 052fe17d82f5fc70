import './schemas-without-eval.ts';
import { contactFieldsSchema, sendContactMessage } from '@cytocomm/contract';
import { type ApiProblem, send, waitingTime } from '@cytocomm/http';
import { contact } from '../content/contact.ts';
import { failureWords } from '../loading/loading.ts';

/** The fields in their order on the page. */
const contactFields = ['name', 'email', 'subject', 'message'] as const;

/** One field of the form. */
export type ContactField = (typeof contactFields)[number];

/** What a person writes in the contact form. */
type ContactValues = Readonly<Record<ContactField, string>>;

/** What is wrong, by field. */
export type ContactErrors = Partial<Record<ContactField, string>>;

/** What became of a message. */
type Outcome =
  | { readonly kind: 'sent' }
  /** The server does not accept the captcha; `detail` says why when there is more to say. */
  | { readonly kind: 'robot'; readonly detail: string | null }
  /** Not stored; `detail` says why, `errors` where. */
  | { readonly kind: 'failed'; readonly detail: string; readonly errors: ContactErrors };

const { required, plainEmail, tooLong, robot, unreachable } = contact.form;

/** Returns the first message for each field. */
function errorsBy(messageOf: (field: ContactField) => string | undefined): ContactErrors {
  return Object.fromEntries(contactFields.map((field) => [field, messageOf(field)]));
}

/** Checks the fields by the server's schema; returns what they hold, trimmed, and what is wrong in the words of this page. */
export function checkFields(form: HTMLFormElement): { readonly values: ContactValues; readonly errors: ContactErrors } {
  const textOf = (field: ContactField) => {
    const control = form.elements.namedItem(field);
    return control && 'value' in control ? String(control.value).trim() : '';
  };
  const values = {
    name: textOf('name'),
    email: textOf('email'),
    subject: textOf('subject'),
    message: textOf('message'),
  };
  const all = contactFieldsSchema.safeParse(values).error?.issues ?? [];
  const errors = errorsBy((field) => {
    const issues = all.filter(({ path }) => path[0] === field);
    if (issues.length === 0) return undefined;
    if (values[field] === '' && field !== 'subject') return required[field];
    if (issues.some(({ code }) => code === 'too_big')) return tooLong;
    if (field === 'email') return plainEmail;
    return (issues.find(({ code }) => code === 'invalid_format') ?? issues[0])?.message;
  });
  return { values, errors };
}

function outcomeOfProblem(problem: ApiProblem): Outcome {
  const detail = failureWords(problem, unreachable);
  if (problem.code === 'captcha') return { kind: 'robot', detail: detail === robot ? null : detail };
  const wait = problem.retryAfter ? ` Try again in ${waitingTime(problem.retryAfter)}.` : '';
  const errors = errorsBy((field) => problem.errors.find(({ path }) => path === `body.${field}`)?.message);
  return { kind: 'failed', detail: `${detail}${wait}`, errors };
}

/** Sends a message; it is sent only when the server says that it has stored it. */
export async function sendMessage({ subject, ...values }: ContactValues, captcha: string): Promise<Outcome> {
  const body = { ...values, ...(subject && { subject }), captcha };
  const { error } = await send(sendContactMessage, { body, credentials: 'omit' });
  return error ? outcomeOfProblem(error) : { kind: 'sent' };
}
