import { isLocalHost } from '@cytocomm/database-address';

/** The public secret of development portals. */
export const DEVELOPMENT_SECRET = 'for-development-only-and-refused-in-production';

type Given = Readonly<Record<string, string | undefined>>;

/** Returns the faults of production's settings. No NODE_ENV means production. */
export function productionFaults({ NODE_ENV = 'production', PUBLIC_URL, MAIL_FROM }: Given): readonly string[] {
  if (NODE_ENV !== 'production') return [];
  return [
    ...(PUBLIC_URL?.startsWith('https://') ? [] : ['PUBLIC_URL: must be an https address in production']),
    ...(MAIL_FROM === undefined ? ['MAIL_FROM: is needed in production'] : []),
  ];
}

/** Returns the faults of public or equal secrets, which are for private development portals. */
export function secretFaults(given: Given): readonly string[] {
  const { NODE_ENV = 'production', PUBLIC_URL } = given;
  const isPrivate = PUBLIC_URL === undefined || (URL.canParse(PUBLIC_URL) && isLocalHost(new URL(PUBLIC_URL).hostname));
  if (NODE_ENV !== 'production' && isPrivate) return [];
  const where = NODE_ENV === 'production' ? 'in production' : `at ${PUBLIC_URL}`;
  const publicSecrets = (['SESSION_SECRET', 'TOKEN_SECRET'] as const).filter((name) =>
    [undefined, DEVELOPMENT_SECRET].includes(given[name]),
  );
  if (publicSecrets.length > 0) return publicSecrets.map((name) => `${name}: a secret of its own is needed ${where}`);
  const ofTokens = [given.TOKEN_SECRET, given.TOKEN_SECRET_PREVIOUS];
  const shared = [given.SESSION_SECRET, given.SESSION_SECRET_PREVIOUS].some(
    (secret) => secret !== undefined && ofTokens.includes(secret),
  );
  const previous = (['SESSION_SECRET_PREVIOUS', 'TOKEN_SECRET_PREVIOUS'] as const).filter(
    (name) => given[name] === DEVELOPMENT_SECRET,
  );
  return [
    ...previous.map((name) => `${name}: the secret of development counts for nothing ${where}`),
    ...(shared ? ['TOKEN_SECRET: must differ from SESSION_SECRET'] : []),
    ...(given.AUDIT_SECRET?.includes(DEVELOPMENT_SECRET)
      ? [`AUDIT_SECRET: a secret of its own is needed ${where}`]
      : []),
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
