import sharp, { type Sharp } from 'sharp';
import type { Answer, TestBrowser } from './browser.ts';
import { MULTIPART, multipart } from './uploads.ts';

/** Where pictures are uploaded. */
export const PICTURES_PATH = '/api/admin/press-releases/pictures';

/** A picture of this size, of many colours. */
export function drawPicture(width: number, height: number): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop offset="0" stop-color="teal"/><stop offset="1" stop-color="gold"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="30%" cy="40%" r="20%" fill="white"/></svg>`;
  return sharp(Buffer.from(svg));
}

/** Uploads a file as the form does. */
export function uploadTo(admin: TestBrowser, file: Buffer, name = 'picture.jpg'): Promise<Answer> {
  return admin.authorised('POST', PICTURES_PATH, {
    body: multipart([{ name: 'file', value: file, fileName: name }]),
    headers: { 'Content-Type': MULTIPART },
  });
}
