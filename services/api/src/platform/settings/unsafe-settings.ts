import { isProduction } from '@cytocomm/runtime';
import { isLocalHost } from '@cytocomm/runtime/database';

/** The public secret of development portals. */
export const DEVELOPMENT_SECRET = 'for-development-only-and-refused-in-production';

type Given = Readonly<Record<string, string | undefined>>;

/** Returns the faults of production's settings. */
export function productionFaults(given: Given): readonly string[] {
  if (!isProduction(given)) return [];
  // Their defaults are addresses of an example: mails to it would be lost.
  const missing = ['MAIL_FROM', 'CONTACT_EMAIL'].filter((name) => given[name] === undefined);
  return [
    ...(given.PUBLIC_URL?.startsWith('https://') ? [] : ['PUBLIC_URL: must be an https address in production']),
    ...missing.map((name) => `${name}: is needed in production`),
  ];
}

/** Returns the faults of public or equal secrets, which are for private development portals. */
export function secretFaults(given: Given): readonly string[] {
  const { PUBLIC_URL } = given;
  const isPrivate = PUBLIC_URL === undefined || (URL.canParse(PUBLIC_URL) && isLocalHost(new URL(PUBLIC_URL).hostname));
  if (!isProduction(given) && isPrivate) return [];
  const where = isProduction(given) ? 'in production' : `at ${PUBLIC_URL}`;
  const own = ['SESSION_SECRET', 'TOKEN_SECRET'].filter((name) =>
    [undefined, DEVELOPMENT_SECRET].includes(given[name]),
  );
  if (given.AUDIT_SECRET?.includes(DEVELOPMENT_SECRET)) own.push('AUDIT_SECRET');
  const previous = ['SESSION_SECRET_PREVIOUS', 'TOKEN_SECRET_PREVIOUS'].filter(
    (name) => given[name] === DEVELOPMENT_SECRET,
  );
  const ofTokens = [given.TOKEN_SECRET, given.TOKEN_SECRET_PREVIOUS];
  const shared = [given.SESSION_SECRET, given.SESSION_SECRET_PREVIOUS].some(
    (secret) => secret !== undefined && ofTokens.includes(secret),
  );
  return [
    ...own.map((name) => `${name}: a secret of its own is needed ${where}`),
    ...previous.map((name) => `${name}: the secret of development counts for nothing ${where}`),
    ...(shared ? ['TOKEN_SECRET: must differ from SESSION_SECRET'] : []),
  ];
}

/** Returns the faults of a mail server on another machine whose certificate would not be checked. */
export function mailServerFaults({ SMTP_URL = '', SMTP_WITHOUT_TLS }: Given): readonly string[] {
  if (SMTP_WITHOUT_TLS === 'yes' || !URL.canParse(SMTP_URL)) return [];
  const { hostname, searchParams } = new URL(SMTP_URL);
  if (isLocalHost(hostname) || !searchParams.has('tls.rejectUnauthorized')) return [];
  return [
    'SMTP_URL: the certificate of another machine is always checked: leave tls.rejectUnauthorized out, or SMTP_WITHOUT_TLS=yes says that the way is safe',
  ];
}

/**
 * Returns the mail server's address. `smtp://` to another machine requires STARTTLS, whatever the address says, unless
 * `withoutTls`.
 */
export function safeSmtpUrl(smtpUrl: string, withoutTls: boolean): string {
  const url = new URL(smtpUrl);
  if (url.protocol !== 'smtp:' || isLocalHost(url.hostname) || withoutTls) return smtpUrl;
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}
