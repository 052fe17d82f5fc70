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

/** The key of one purpose, derived from the service's token secret. */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'cytocomm-portal', purpose, 32));
}
