/** A backup or restore failed; the message says why. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure';
}

/** Returns the failure of a file that is no longer as it was written. */
export function damaged(why: string, cause?: unknown): BackupFailure {
  return new BackupFailure(`The backup is damaged: ${why}. Nothing of it can be trusted.`, { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'what should be its folder is a file',
  EEXIST: 'a file of this name is there already',
  EACCES: 'the folder belongs to somebody else',
  EPERM: 'the folder belongs to somebody else',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

/** Returns whether the operating system refused something. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/** Returns why a file could not be written, in a sentence; an error that is not of the operating system as it is. */
export function writeFailure(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const why = REASONS[error.code ?? ''] ?? error.message;
  return new BackupFailure(`${path} cannot be written: ${why}.`, { cause: error });
}
