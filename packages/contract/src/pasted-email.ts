/** The characters of a dot-atom, between whose dots something stands. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** A number is no top domain; in other scripts one begins with `xn--`. */
const TOP = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])';
/** One plain e-mail address: a dot-atom at a domain (RFC 5321). */
export const PLAIN_EMAIL = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP}$`);

/** What is not seen in a text: characters that mails, web pages and address books bring along. */
const NOT_SEEN = /\p{DI}/gu;
/** What people set around an address or a name, and the end of a list or sentence behind it. */
const AROUND = /^[\s"'<“”‘’«]+|[\s"'>“”‘’».,;:]+$/gu;
/** An address behind the name of its owner. */
const NAMED = /^(.*?)\s*<([^<>]*)>[\s,;]*$/u;
/** What is longer holds no address; in characters. */
const MAX_PASTED = 1000;

/** Returns a text without what is not seen in it. */
export const withoutUnseen = (text: string): string => text.replace(NOT_SEEN, '');

/** An address, and the name of its owner where that stands before it. */
export interface PastedMailbox {
  readonly email: string;
  readonly name: string;
}

/**
 * Returns the address in what people paste as one, in lower case: without what is not seen, `mailto:`, the name of its owner, and
 * blanks around the address or its @. What is no single address stays as it is, for the check that follows.
 */
export function pastedMailbox(text: string): PastedMailbox {
  if (text.length > MAX_PASTED) return { email: text, name: '' };
  const seen = withoutUnseen(text).trim();
  if (PLAIN_EMAIL.test(seen)) return { email: seen.toLowerCase(), name: '' };
  const [, before = '', named] = NAMED.exec(seen) ?? [];
  const name = before.replace(AROUND, '');
  // A name with an @ may be another address: which one is meant is unknown.
  const isNamed = named !== undefined && (!name.includes('@') || name.toLowerCase() === named.toLowerCase());
  const address = (isNamed ? named : seen).replace(AROUND, '').replace(/^mailto:([^?]*).*$/is, '$1');
  const email = address
    .trim()
    .replace(/\s*@\s*/g, '@')
    .toLowerCase();
  return { email, name: isNamed && !name.includes('@') ? name : '' };
}

/** Returns the address in what people paste as one, in lower case, as {@link pastedMailbox} does. */
export const pastedEmail = (text: string): string => pastedMailbox(text).email;
