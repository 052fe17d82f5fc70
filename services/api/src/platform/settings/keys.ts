import { createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

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

/** The PKCS #8 prefix of the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

function assertEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return key;
}

/** Reads an Ed25519 private key, as PEM or as PKCS #8 in base64. Throws. */
function readPrivateKey(text: string): KeyObject {
  const isPem = text.includes('-----BEGIN');
  return assertEd25519(
    isPem
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
  );
}

/** Reads an Ed25519 public key: SPKI in base64. Throws. */
function readPublicKey(text: string): KeyObject {
  return assertEd25519(createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }));
}

function keysOf<Value>(read: (text: string) => Value, words: string) {
  return z.string().transform((text, context) => {
    try {
      return read(text);
    } catch {
      context.addIssue(words);
      return z.NEVER;
    }
  });
}

/** The setting that holds the key which signs locks. */
export const signingKeySchema = keysOf(readPrivateKey, 'an Ed25519 private key, as PEM or as PKCS #8 in base64');

/** The setting that holds the public keys of earlier ones. */
export const publicKeysSchema = keysOf(
  (text) => text.split(',').map((entry) => readPublicKey(entry.trim())),
  'Ed25519 public keys, as SPKI in base64, joined by commas',
);

/** Returns the Ed25519 private key that follows from 32 secret bytes. */
export function ed25519KeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

/** Returns the key of a development portal, which follows from its secret. */
export function derivedSigningKey(secret: string): KeyObject {
  return ed25519KeyOf(deriveKey(secret, 'lock-signing'));
}

/** Returns the public part of a key. */
export function publicKeyOf(key: KeyObject): KeyObject {
  return createPublicKey(key);
}

/**
 * Returns the key by which the signature of this portal's locks is checked, as web processes take it: SPKI in base64. Throws
 * when the portal has no key to sign with.
 */
export function lockPublicKey({ lockSigningKey }: { readonly lockSigningKey: KeyObject | undefined }): string {
  if (lockSigningKey === undefined) throw new Error('LOCK_SIGNING_KEY is not set.');
  return createPublicKey(lockSigningKey).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Returns all keys by which the signature of this portal's locks may be checked, as web processes take them: joined by commas. */
export function lockPublicKeys({ lockPublicKeys: keys }: { readonly lockPublicKeys: readonly KeyObject[] }): string {
  return keys.map((key) => key.export({ type: 'spki', format: 'der' }).toString('base64')).join();
}
