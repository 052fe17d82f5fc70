import { hkdfSync } from 'node:crypto';

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
