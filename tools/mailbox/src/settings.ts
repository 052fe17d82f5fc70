import { blankFaults } from '@cytocomm/runtime';
import type { MailboxOptions } from './server.ts';

/** What a mailbox that runs alone reads from its environment, with what stands in for none. */
export const MAILBOX_SETTINGS = { MAILBOX_HOST: '127.0.0.1', MAILBOX_SMTP_PORT: '0', MAILBOX_HTTP_PORT: '0' } as const;

const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;

/** Returns the options of a mailbox by an environment; an empty variable counts as none. Throws an error that names all that are wrong. */
export function mailboxOptionsOf(environment: Readonly<Record<string, string | undefined>>): Required<MailboxOptions> {
  const settingOf = (name: keyof typeof MAILBOX_SETTINGS) => environment[name] || MAILBOX_SETTINGS[name];
  const ports = ['MAILBOX_SMTP_PORT', 'MAILBOX_HTTP_PORT'] as const;
  const wrong = ports.filter((name) => !isPort(settingOf(name)));
  if (wrong.length > 0) throw new Error(`${wrong.join(', ')}: not a port number.`);
  const [blank] = blankFaults(environment, ['MAILBOX_HOST']);
  if (blank !== undefined) throw new Error(`${blank}.`);
  return {
    smtpPort: Number(settingOf('MAILBOX_SMTP_PORT')),
    httpPort: Number(settingOf('MAILBOX_HTTP_PORT')),
    host: settingOf('MAILBOX_HOST'),
  };
}
