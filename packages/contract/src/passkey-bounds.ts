// Apart from the schemas: pages that need these alone do not carry zod.

/** How many passkeys a person has at most. */
export const MAX_PASSKEYS = 10;

/** The longest name of a passkey, in characters. */
export const PASSKEY_NAME_LENGTH = 60;

/** The page of passkeys and recovery codes, which mails name. */
export const SECURITY_PAGE = '/account/security';
