import { pictureFormSchema, pictureParamsSchema, pictureSchema } from '../api/pictures.ts';
import { readPicture, uploadPicture } from '../calls/pictures.ts';
import { json, specsOf, written } from './spec.ts';

const spec = specsOf('press-releases');

/** The pictures of press releases. */
export const pictureSpecs = [
  spec(uploadPicture, {
    summary: 'Upload a picture for a press release',
    description:
      'It is converted to AVIF, WebP and JPEG in a few widths, without what its file says of place, time and camera; the file itself is not kept. Put it into a text as an img element with its address and an alternative text. A picture is removed 30 to 60 days after no text shows it any more.',
    form: pictureFormSchema,
    reply: json(pictureSchema, 201),
    problems: {
      'request-timeout': 408,
      'quota-exceeded': 409,
      'too-large': 413,
      'unsupported-media-type': 415,
      'rate-limited': 429,
      busy: 503,
    },
  }),
  spec(readPicture, {
    summary: 'A picture of a press release that you may read; admins read all',
    params: pictureParamsSchema,
    isHandedOut: true,
    headers: {
      Accept: 'image/avif, image/webp: whoever names neither gets a JPEG',
      'If-None-Match': 'the ETag of what is there already, answered with 304',
    },
    reply: written(['image/avif', 'image/webp', 'image/jpeg'], 'The picture; unchanged: 304'),
    problems: { 'not-found': 404, 'rate-limited': 429, busy: 503 },
  }),
];
