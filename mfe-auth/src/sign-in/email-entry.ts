import { messages } from './messages.ts';

/** An address as the server keeps it, or what is wrong with what was typed. */
export type EmailEntry =
  | { readonly email: string; readonly error: null }
  | { readonly email: null; readonly error: string };

/** Reads what was typed as an e-mail address. The server has the last word; this only spares a needless call. */
export function readEmail(typed: string): EmailEntry {
  const email = typed.trim().toLowerCase();
  if (email === '') return { email: null, error: messages.emailEmpty };
  if (!/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(email)) {
    return { email: null, error: 'Enter one e-mail address, such as name@example.com.' };
  }
  return { email, error: null };
}

/** Reads a 6-digit code; spaces that a mail program or a person put in are dropped. */
export function readCode(typed: string): string | null {
  const code = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : null;
}
