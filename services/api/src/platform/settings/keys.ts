import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The purpose of a key. Each has a key of its own, so no signature is valid for another purpose. */
export type KeyPurpose =
  | 'sign-in-link'
  | 'sign-in-code'
  | 'confirmation-code'
  | 'known-browser'
  | 'id-token'
  | 'captcha'
  | 'calendar-link'
  | 'alert-link'
  | 'limit'
  | 'audit-trail'
  | 'stranger'
  | 'document-access'
  | 'list-cursor'
  | 'lock-signing'
  | 'telemetry'
  | 'backend-token';

/** Returns the keys of a purpose: the first signs, all verify, so that secrets can be rotated. */
export function deriveKeys(
  [first, ...earlier]: readonly [string, ...string[]],
  purpose: KeyPurpose,
): readonly [Buffer, ...Buffer[]] {
  return [deriveKey(first, purpose), ...earlier.map((secret) => deriveKey(secret, purpose))];
}

/** Returns the key of a purpose, derived from a secret. */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'cytocomm-portal', purpose, 32));
}

/** Returns the HMAC-SHA256 of a text in base64url (RFC 2104, RFC 4648 section 5). */
export function signatureOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether one of the keys has signed a text; in constant time. */
export function isSignedBy(keys: readonly Buffer[], text: string, signature: string): boolean {
  const actual = Buffer.from(signature);
  return keys.some((key) => {
    const expected = Buffer.from(signatureOf(key, text));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}
