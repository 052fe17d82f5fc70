// Apart from the schemas, so that a page that only shows the words does not load a schema library.

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
