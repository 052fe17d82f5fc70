/** The trail is not whole, or cannot be proved; the message says why, for people. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault';
}
