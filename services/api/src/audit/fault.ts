/** The trail is altered or cannot be verified; the message says why. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault';
}
