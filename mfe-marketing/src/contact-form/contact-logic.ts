import { createFormControl, type RegisterOptions, type UseFormRegisterReturn } from 'react-hook-form';
import { contact } from '../content/contact.ts';
import { type ContactErrors, type ContactField, type ContactValues, contactFields } from './contact-values.ts';

/** The working part of the form, loaded when somebody comes near it. */
export interface ContactLogic {
  /** The attributes that connect a field; what was typed before stays. */
  register(field: ContactField): UseFormRegisterReturn<ContactField>;
  /** Checks every field: the values when all are in order, else null, and the first wrong field has the focus. */
  check(): Promise<ContactValues | null>;
  /** Shows what the server found wrong. */
  refuse(errors: ContactErrors): void;
  /** Forgets everything, after the fields themselves were emptied. */
  clear(): void;
}

const { required, plainEmail, tooLong } = contact.form;
/** One plain address: no display name, no list. The server's schema decides; this only answers sooner. */
const emailPattern = /^[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@,;<>()".]+$/;

const rules: { readonly [Field in ContactField]: RegisterOptions<ContactValues, Field> } = {
  name: { validate: (name) => name.trim() !== '' || required.name, maxLength: { value: 200, message: tooLong } },
  email: {
    validate: (email) => (email.trim() === '' ? required.email : emailPattern.test(email.trim()) ? true : plainEmail),
    maxLength: { value: 254, message: tooLong },
  },
  subject: { maxLength: { value: 200, message: tooLong } },
  message: {
    validate: (message) => message.trim() !== '' || required.message,
    maxLength: { value: 5000, message: tooLong },
  },
};

/** Makes the form's logic; `onErrors` hears of every change of what is wrong. */
export function createContactLogic(onErrors: (errors: ContactErrors) => void): ContactLogic {
  const form = createFormControl<ContactValues>({ mode: 'onTouched' });
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
    register: (field) => form.register(field, rules[field]),
    check: async () => {
      let checked: ContactValues | null = null;
      await form.handleSubmit(({ name, email, subject, message }) => {
        checked = { name: name.trim(), email: email.trim(), subject: (subject ?? '').trim(), message: message.trim() };
      })();
      return checked;
    },
    refuse: (errors) => {
      for (const field of contactFields) {
        const message = errors[field];
        if (message) form.setError(field, { type: 'server', message });
      }
    },
    clear: () => form.reset({ name: '', email: '', subject: '', message: '' }),
  };
}
