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
