import { types } from 'node:util';
import { ApiError } from '../../platform/http/problem.ts';

/** What the system says when this machine lacks room, files or a disk that works. */
const TROUBLES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EROFS']);
/** When to try again, in seconds: another process may run on another machine. */
const RETRY_AFTER_S = 30;

/** Returns 503 for an error of the file system that says nothing about the release; undefined for any other. */
export function machineTrouble(error: unknown): ApiError | undefined {
  if (!types.isNativeError(error) || !('code' in error) || !('syscall' in error)) return undefined;
  if (!TROUBLES.has(String(error.code))) return undefined;
  const detail = 'This process has no room or no files left to take a release. Nothing was stored. Try again soon.';
  return new ApiError(503, 'unavailable', detail, {
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
    cause: error,
  });
}
