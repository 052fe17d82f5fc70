/** A backup or restore failed; the message says why. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure';
}
