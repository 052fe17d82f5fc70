import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a secret is used for. Each use has a key of its own, so nothing signed for one use passes for another. */
export type KeyPurpose =
  | 'sign-in-link'
  | 'sign-in-code'
  | 'id-token'
  | 'captcha'
  | 'calendar-link'
  | 'alert-link'
  | 'limit'
  | 'audit-trail'
  | 'stranger'
  | 'document-access';

/** The keys of one purpose: the first signs, each may have signed what comes in, so that a secret can be replaced by another. */
export function deriveKeys(
  [first, ...earlier]: readonly [string, ...string[]],
  purpose: KeyPurpose,
): readonly [Buffer, ...Buffer[]] {
  return [deriveKey(first, purpose), ...earlier.map((secret) => deriveKey(secret, purpose))];
}

/** The key of one purpose, derived from a secret of the service. */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'cytocomm-portal', purpose, 32));
}

/** The keyed hash of a text, as HMAC-SHA256 in base64url (RFC 2104, RFC 4648 section 5). */
export function signatureOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether one of the keys has signed this text. Takes the same time wherever a wrong signature differs. */
export function isSignedBy(keys: readonly Buffer[], text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return keys.some((key) => {
    const expected = Buffer.from(signatureOf(key, text));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
