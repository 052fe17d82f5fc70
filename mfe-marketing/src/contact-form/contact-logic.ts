import './schemas-without-eval.ts';
import { contactFieldsSchema } from '@cytocomm/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { createFormControl, type FieldError, type Resolver, type UseFormRegisterReturn } from 'react-hook-form';
import { contact } from '../content/contact.ts';
import { type ContactErrors, type ContactField, type ContactValues, contactFields } from './contact-values.ts';
import { type Outcome, sendMessage } from './send-message.ts';

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

/** Spaces around an answer are nobody's intention; a field that is not on the page is empty. */
function trimmed({ name, email, subject, message }: Partial<ContactValues>): ContactValues {
  const [cutName = '', cutEmail = '', cutSubject = '', cutMessage = ''] = [name, email, subject, message].map((text) =>
    text?.trim(),
  );
  return { name: cutName, email: cutEmail, subject: cutSubject, message: cutMessage };
}

/** Returns what the server's schema says, in the words of this page. */
function inWords(field: ContactField, value: string, { message, types = {} }: FieldError): string | undefined {
  if (value === '' && isRequired(field)) return required[field];
  if ('too_big' in types) return tooLong;
  if (field === 'email') return plainEmail;
  const format = types.invalid_format;
  return typeof format === 'string' ? format : message;
}

const checkBySchema = zodResolver(contactFieldsSchema);

/** The server's own rules, so that both agree on what is in order. */
const resolver: Resolver<ContactValues> = async (typed, context, { criteriaMode = 'all', ...options }) => {
  const values = trimmed(typed);
  const { fields, shouldUseNativeValidation } = options;
  const { errors } = await checkBySchema(values, context, { criteriaMode, fields, shouldUseNativeValidation });
  const worded = contactFields.flatMap((field) => {
    const error = errors[field];
    return error ? [[field, { ...error, message: inWords(field, values[field], error) }]] : [];
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
