import { MAX_PICTURE_BYTES, type Picture, uploadPicture } from '@cytocomm/contract';
import { type Answer, uploadTransport } from '@cytocomm/http';
import { sendAsMe } from '@cytocomm/portal-api';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
/** What a file dialog offers. */
export const ACCEPTED_PICTURES = TYPES.join(',');

/** Half an answer, or one of something else, is no picture. */
const isStored = (body: unknown) => typeof body === 'object' && body !== null && 'url' in body && 'width' in body;

/** Returns why a file need not be sent, as a sentence; null when the server is to judge it. */
export function whyNotSent({ type, size }: File): string | null {
  if (type !== '' && !TYPES.includes(type))
    return 'Only JPEG, PNG and WebP pictures are accepted. Save it as one of them.';
  if (size > MAX_PICTURE_BYTES) return 'The picture is larger than 10 MB. Save it smaller, and choose it again.';
  return size === 0 ? 'The file is empty.' : null;
}

/** Sends a picture; `onProgress` gets the part that is on its way, from 0 to 1. One that is cancelled has the problem `aborted`. */
export function sendPicture(
  file: File,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<Answer<Picture>> {
  const form = new FormData();
  form.set('file', file, file.name === '' ? 'picture' : file.name);
  return sendAsMe(uploadPicture, { form, signal, transport: uploadTransport(onProgress), expects: isStored });
}
