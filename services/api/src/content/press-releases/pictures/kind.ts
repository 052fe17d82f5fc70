import { MAX_PICTURE_BYTES } from '@cytocomm/contract';
import { fileTypeFromBuffer } from 'file-type';
import { ApiError, invalidFields } from '../../../platform/calls/problem.ts';

const FIELD = 'body.file';
const MEGABYTES = MAX_PICTURE_BYTES / 1024 / 1024;
const TYPES: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);

function refusedFile(status: 413 | 415, code: 'too-large' | 'unsupported-media-type', message: string): ApiError {
  return new ApiError(status, code, message, { errors: [{ path: FIELD, message }] });
}

/** Returns 400 for a file that is no picture to be taken. */
export const invalidPicture = (message: string): ApiError => invalidFields([{ path: FIELD, message }]);

/** Returns 413 for a file of too many bytes. */
export const pictureTooLarge = (): ApiError =>
  refusedFile(413, 'too-large', `The picture is larger than ${MEGABYTES} MB. Save it smaller, and choose it again.`);

/** Throws 415 for anything but a JPEG, PNG or WebP picture, by its content; 400 for an empty file. */
export async function assertPicture(bytes: Buffer): Promise<void> {
  if (bytes.length === 0) throw invalidPicture('the file is empty');
  const type = await fileTypeFromBuffer(bytes);
  if (type !== undefined && TYPES.has(type.mime)) return;
  const what = type === undefined ? 'none of them' : `of the type ${type.mime}`;
  throw refusedFile(
    415,
    'unsupported-media-type',
    `Only JPEG, PNG and WebP pictures are accepted; this file is ${what}. Save it as one of them, and choose it again.`,
  );
}
