import './schemas-without-eval.ts';
import { contactFieldsSchema, sendContactMessage } from '@cytocomm/contract';
import { type ApiProblem, send, waitingTime } from '@cytocomm/http';
import { zodResolver } from '@hookform/resolvers/zod';
import { createFormControl, type FieldError, type Resolver, type UseFormRegisterReturn } from 'react-hook-form';
import { contact } from '../content/contact.ts';
import { failureWords } from '../loading/loading.ts';

/** What a person writes in the contact form. */
export interface ContactValues {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** One field of the form. */
export type ContactField = keyof ContactValues;

/** What is wrong, by field. */
export type ContactErrors = Partial<Record<ContactField, string>>;

/** The fields in their order on the page. */
export const contactFields = ['name', 'email', 'subject', 'message'] as const satisfies readonly ContactField[];

/** What became of a message. */
type Outcome =
  | { readonly kind: 'sent' }
  /** The server does not accept the captcha; `detail` says why when there is more to say. */
  | { readonly kind: 'robot'; readonly detail: string | null }
  /** Not stored; `detail` says why, `errors` where. */
  | { readonly kind: 'failed'; readonly detail: string; readonly errors: ContactErrors };

function outcomeOfProblem(problem: ApiProblem): Outcome {
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
async function sendMessage({ subject, ...values }: ContactValues, captcha: string): Promise<Outcome> {
  const body = { ...values, ...(subject && { subject }), captcha };
  const { error } = await send(sendContactMessage, { body, credentials: 'omit' });
  return error ? outcomeOfProblem(error) : { kind: 'sent' };
}

/** The working part of the form, loaded when somebody comes near it. */
export interface ContactLogic {
  /** The attributes that connect a field; what was typed before stays. */
  register(field: ContactField): UseFormRegisterReturn<ContactField>;
  /** Checks every field: the values when all are in order, else null, and the first wrong field has the focus. */
  check(): Promise<ContactValues | null>;
  /** Sends what `check` has returned, with the proof of the captcha. */
  send(values: ContactValues, proof: string): Promise<Outcome>;
  /** Shows what the server found wrong. */
  refuse(errors: ContactErrors): void;
  /** Forgets everything, after the fields themselves were emptied. */
  clear(): void;
}

const { required, plainEmail, tooLong } = contact.form;
const isRequired = (field: ContactField): field is keyof typeof required => field in required;

/** Returns the values without spaces around them; a field that is not on the page is empty. */
function trimValues({ name, email, subject, message }: Partial<ContactValues>): ContactValues {
  const [cutName = '', cutEmail = '', cutSubject = '', cutMessage = ''] = [name, email, subject, message].map((text) =>
    text?.trim(),
  );
  return { name: cutName, email: cutEmail, subject: cutSubject, message: cutMessage };
}

/** Returns what the server's schema says, in the words of this page. */
function describeError(field: ContactField, value: string, { message, types = {} }: FieldError): string | undefined {
  if (value === '' && isRequired(field)) return required[field];
  if ('too_big' in types) return tooLong;
  if (field === 'email') return plainEmail;
  const format = types.invalid_format;
  return typeof format === 'string' ? format : message;
}

const checkBySchema = zodResolver(contactFieldsSchema);

/** The server's own rules, so that both agree on what is in order. */
const resolver: Resolver<ContactValues> = async (typed, context, { criteriaMode = 'all', ...options }) => {
  const values = trimValues(typed);
  const { fields, shouldUseNativeValidation } = options;
  const { errors } = await checkBySchema(values, context, { criteriaMode, fields, shouldUseNativeValidation });
  const worded = contactFields.flatMap((field) => {
    const error = errors[field];
    return error ? [[field, { ...error, message: describeError(field, values[field], error) }]] : [];
  });
  return worded.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(worded) };
};

/** Creates the form's logic; `onErrors` is called with the errors at every change of them. */
export function createContactLogic(onErrors: (errors: ContactErrors) => void): ContactLogic {
  const form = createFormControl<ContactValues>({ mode: 'onTouched', criteriaMode: 'all', resolver });
  form.subscribe({
    formState: { errors: true },
    callback: ({ errors = {} }) => {
      onErrors(
        Object.fromEntries(
          contactFields.flatMap((field) => {
            const message = errors[field]?.message;
            return message ? [[field, message]] : [];
          }),
        ),
      );
    },
  });
  return {
    register: (field) => form.register(field),
    check: async () => {
      let checked: ContactValues | null = null;
      await form.handleSubmit((values) => {
        checked = values;
      })();
      return checked;
    },
    send: sendMessage,
    refuse: (errors) => {
      for (const field of contactFields) {
        const message = errors[field];
        if (message) form.setError(field, { type: 'server', message });
      }
    },
    clear: () => form.reset({ name: '', email: '', subject: '', message: '' }),
  };
}
