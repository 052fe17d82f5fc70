import {
  addressOf,
  MAX_PICTURE_BYTES,
  PICTURE_WIDTHS,
  pictureWidths,
  readPicture,
  uploadPicture,
} from '@cytocomm/contract';
import { everybody, roles } from './access.ts';
import type { Answer } from './answer.ts';
import { isInGroups } from './groups.ts';
import { requireRecord } from './records.ts';
import { invalidFields, Refusal } from './refusal.ts';
import type { FakePicture, FakePortal, FakeUser } from './state.ts';

const WHAT = 'picture';
const PNG = [0x89, 0x50, 0x4e, 0x47];
const HEADS = [PNG, [0xff, 0xd8, 0xff], [0x52, 0x49, 0x46, 0x46]];

const errorsOf = (message: string) => [{ path: 'body.file', message }];
const refused = (message: string) => invalidFields(errorsOf(message));
const refusedFile = (code: 'too-large' | 'unsupported-media-type', message: string) =>
  new Refusal(code, message, { errors: errorsOf(message) });

/** Returns the size of a picture: of a PNG what it says, of any other one that is usual. */
function sizeOf(bytes: Uint8Array<ArrayBuffer>): { readonly width: number; readonly height: number } {
  const view = new DataView(bytes.buffer);
  const isPng = PNG.every((byte, place) => bytes[place] === byte) && bytes.length > 24;
  const [width, height] = isPng ? [view.getUint32(16), view.getUint32(20)] : [1600, 1000];
  const largest = Math.max(...PICTURE_WIDTHS);
  return width > largest ? { width: largest, height: Math.round((height * largest) / width) } : { width, height };
}

/** Whether somebody may see a picture: admins all, others what a release shows that they may read. */
function maySee(portal: FakePortal, person: FakeUser | null, { id }: FakePicture): boolean {
  const holds = (role: string) => person?.roles.includes(role) === true;
  const targets = holds('investor') ? ['public', 'investors'] : ['public'];
  return (
    holds('admin') ||
    portal.data.pressReleases.some(
      ({ status, target, groups, content }) =>
        status === 'published' &&
        isInGroups(person, { groups }) &&
        target.some((each) => targets.includes(each)) &&
        content.includes(id),
    )
  );
}

/** Returns the calls about pictures. */
export function pictureCalls(portal: FakePortal, answer: Answer): void {
  answer(uploadPicture, roles('admin'), async ({ request }) => {
    if (!request.headers.get('content-type')?.startsWith('multipart/form-data'))
      throw new Refusal('unsupported-media-type', 'Send the file as multipart/form-data.');
    const { file } = Object.fromEntries(await request.formData());
    if (!(file instanceof File)) throw refused('choose a file');
    if (file.size > MAX_PICTURE_BYTES)
      throw refusedFile('too-large', 'The picture is larger than 10 MB. Save it smaller, and choose it again.');
    if (file.size === 0) throw refused('the file is empty');
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!HEADS.some((head) => head.every((byte, place) => bytes[place] === byte)))
      throw refusedFile(
        'unsupported-media-type',
        'Only JPEG, PNG and WebP pictures are accepted; this file is none of them. Save it as one of them, and choose it again.',
      );
    const id = (portal.data.pictures.length + 1).toString(16).padStart(24, 'c');
    const size = sizeOf(bytes);
    portal.data.pictures.push({ id, ...size, bytes });
    return { id, url: addressOf(readPicture, { id, width: String(size.width) }), ...size };
  });

  answer(readPicture, everybody, ({ person, params }) => {
    const seen = portal.data.pictures.filter((each) => maySee(portal, person, each));
    const picture = requireRecord(seen, params.id, WHAT);
    requireRecord(
      pictureWidths(picture.width).map((width) => ({ id: String(width) })),
      params.width,
      WHAT,
    );
    return new Response(picture.bytes, { headers: { 'content-type': 'image/jpeg', etag: `"${picture.id}"` } });
  });
}
