import { pastedEmail } from '@cytocomm/contract';
import { TextField, type TextFieldProps } from '@cytocomm/kit';
import { messages } from './complete-sign-in.ts';

/** An address as the server keeps it, or what is wrong with what was typed. */
export type EmailEntry =
  | { readonly email: string; readonly error: null }
  | { readonly email: null; readonly error: string };

/** Reads what was typed as an e-mail address. The server has the last word; this only spares a needless call. */
export function readEmail(typed: string): EmailEntry {
  const email = pastedEmail(typed);
  if (email === '') return { email: null, error: messages.emailEmpty };
  if (!/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(email)) {
    return { email: null, error: 'Enter one e-mail address, such as name@example.com.' };
  }
  return { email, error: null };
}

/** Six digits in one, then in two halves; the text is a code alone otherwise. */
const CODES = [/(?<!\d)\d{6}(?!\d)/g, /(?<!\d)\d{3}[\s\p{Pd}]+\d{3}(?!\d)/gu, /^[\s\p{Pd}]*(?:\d[\s\p{Pd}]*){6}$/gu];

/** Reads the 6-digit code in what was typed, or pasted with the words around it; null for none, or where it may be one of several. */
export function readCode(typed: string): string | null {
  const text = typed.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const found = CODES.map((pattern) => text.match(pattern)).find((codes) => codes !== null);
  return found?.length === 1 ? (found[0]?.replace(/\D/g, '') ?? null) : null;
}

/** Properties of {@link CodeField}. */
export interface CodeFieldProps extends Pick<TextFieldProps, 'value' | 'error'> {
  readonly onCode: (typed: string) => void;
}

/** The six digits of a mail. */
export function CodeField({ onCode, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      label="6-digit code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={(event) => onCode(event.target.value)}
      onPaste={(event) => {
        const code = readCode(event.clipboardData.getData('text/plain'));
        if (code === null) return;
        event.preventDefault();
        onCode(code);
      }}
      required
    />
  );
}
