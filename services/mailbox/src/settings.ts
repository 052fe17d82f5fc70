/** What a mailbox that runs alone reads from its environment, with what stands in for none. */
export const MAILBOX_SETTINGS = { MAILBOX_HOST: '127.0.0.1', MAILBOX_SMTP_PORT: '0', MAILBOX_HTTP_PORT: '0' } as const;

/** The setting of that name; an empty variable counts as none. */
export function settingOf(name: keyof typeof MAILBOX_SETTINGS): string {
  return process.env[name] || MAILBOX_SETTINGS[name];
}

/** The setting of that name as a port. Throws a sentence for what is none. */
export function portOf(name: keyof typeof MAILBOX_SETTINGS): number {
  const value = settingOf(name);
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new Error(`${name} is not a port number.`);
  return Number(value);
}
