import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';

/**
 * Whether a new passkey comes without certificates: no statement of its maker, or one that it signed itself (`packed` without
 * `x5c`). We ask for none, and certificates name addresses from which the library would fetch lists. Throws for bytes that are
 * no attestation.
 */
export function isWithoutCertificates(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}
