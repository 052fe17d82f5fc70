/** A backup or restore failed; the message says why. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure';
}

/** Returns whether the operating system refused something. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'what should be its folder is a file',
  EEXIST: 'what should be its folder is a file',
  EACCES: 'the folder belongs to somebody else',
  EPERM: 'the folder belongs to somebody else',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

/** Returns why a backup could not be written, in a sentence; an error that is not of the operating system as it is. */
export function writeFailure(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  return new BackupFailure(`${path} cannot be written: ${REASONS[error.code ?? ''] ?? error.message}.`, {
    cause: error,
  });
}
