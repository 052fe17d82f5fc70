import type { DocumentKind, Visibility } from './domains/documents.ts';

/** Every kind of mail that the portal sends, in words; a domain adds its own here. */
export const MAIL_KINDS = {
  'sign-in': 'Sign-in link',
  'codes-locked': 'Too many wrong codes',
  confirmation: 'Code to confirm that it is them',
  'factor-changed': 'Passkeys or recovery codes changed',
  'new-browser': 'Sign-in in a new browser',
  'account-changed': 'Account deleted, brought back, or made an admin',
  invitation: 'Invitation',
  'press-release': 'Press release',
  'press-release-test': 'Test of a press release',
  'release-approval': 'Approval of a press release',
  'new-report': 'New report',
  'new-reports': 'Several new reports',
  'reading-reminder': 'Reminder of a document',
  'alert-confirmation': 'Confirmation of e-mail alerts',
  'contact-message': 'Message of the contact form',
} as const;

/** A kind of mail. */
export type MailKindName = keyof typeof MAIL_KINDS;

/** Each kind of document as people read it. */
export const DOCUMENT_KIND_LABELS: Readonly<Record<DocumentKind, string>> = {
  'annual-report': 'Annual report',
  'half-year-report': 'Half-year report',
  presentation: 'Presentation',
  'cap-table': 'Cap table',
  minutes: 'Minutes',
  sop: 'SOP',
  note: 'Note',
  other: 'Other',
};

const AUDIENCES: Readonly<Record<Visibility, string>> = {
  investor: 'Investors',
  customer: 'Customers',
  public: 'Public',
};

/** What {@link aboutDocument} tells of a document. */
export interface ToldDocument {
  readonly kind?: DocumentKind | undefined;
  readonly revision?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly name: string;
}

/** Returns what tells a document from others of its title: `SOP · Revision 4 · Customers · sop-103.pdf`. */
export function aboutDocument({ kind, revision, visibility, name }: ToldDocument): string {
  return [
    kind && DOCUMENT_KIND_LABELS[kind],
    revision && `Revision ${revision}`,
    visibility && AUDIENCES[visibility],
    name,
  ]
    .filter(Boolean)
    .join(' · ');
}
