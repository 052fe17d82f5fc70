/** A backup cannot be taken or put back; the message says why, for people. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure';
}
