export type { CaughtAddress, CaughtMail } from './mailbox.ts';
export { type MailboxProcess, startMailboxProcess } from './process.ts';
export {
  type LocalMailbox,
  MAILBOX_SETTINGS,
  type MailboxOptions,
  mailboxOptionsOf,
  type RunningMailbox,
  startMailbox,
} from './server.ts';
