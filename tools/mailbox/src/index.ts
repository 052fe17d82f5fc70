export type { CaughtAddress, CaughtMail } from './mailbox.ts';
export { type MailboxProcess, startMailboxProcess } from './process.ts';
export { type LocalMailbox, type MailboxOptions, type RunningMailbox, startMailbox } from './server.ts';
export { MAILBOX_SETTINGS, mailboxOptionsOf } from './settings.ts';
