import { PLAIN_EMAIL } from './pasted-email.ts';

/** The page that opens documents: below it each has an address of its own. */
export const DOCUMENT_PAGE = '/documents';

/** Returns the address of the page that opens a document, after sign-in where that is needed. */
export const documentPage = (id: string): string => `${DOCUMENT_PAGE}/${id}`;

/** Returns the address of a page as a mail names it to a person: signing in offers their e-mail. No server sees the fragment. */
export const pageFor = (page: string, email: string): string => `${page}#for=${encodeURIComponent(email)}`;

/** Returns the e-mail of the person whom the fragment of an address is for; undefined for anybody, and for what is no e-mail. */
export function addresseeOf(hash: string): string | undefined {
  const named = new URLSearchParams(hash.slice(1).replaceAll('+', '%2B')).get('for');
  return named !== null && PLAIN_EMAIL.test(named) ? named : undefined;
}
