import { z } from 'zod';
import { recordIdSchema } from './text.ts';

/** The largest file of a picture, in bytes. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** The longest side of a picture that is taken, in pixels. */
export const MAX_PICTURE_SIDE = 12_000;
/** The most pixels of a picture that is taken; half of them where each colour has 16 bits. */
export const MAX_PICTURE_PIXELS = 50_000_000;
/** The widths in which a picture is kept, in pixels; a smaller one is never enlarged. */
export const PICTURE_WIDTHS = [480, 960, 1600] as const;
/** The longest alternative text that the portal's own form takes, in characters. */
export const MAX_ALTERNATIVE_TEXT = 300;

/** A picture that can stand in a press release. */
export const pictureSchema = z
  .object({
    id: recordIdSchema,
    url: z.string().describe('the address of its largest form: a path of this portal'),
    width: z.number().int().describe('of its largest form, in pixels'),
    height: z.number().int().describe('of its largest form, in pixels'),
  })
  .meta({ id: 'Picture' });
/** A picture that can stand in a press release. */
export type Picture = z.infer<typeof pictureSchema>;

/** The form of an upload, as multipart/form-data. */
export const pictureFormSchema = z
  .strictObject({
    file: z.string().meta({
      format: 'binary',
      description: `one JPEG, PNG or WebP picture of at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB; recognised by its content`,
    }),
  })
  .meta({ id: 'NewPicture' });

/** Which form of a picture is meant. */
export const pictureParamsSchema = z.strictObject({
  id: recordIdSchema,
  width: z.string().regex(/^[1-9]\d{0,3}$/, 'a width in pixels'),
});
/** Which form of a picture is meant. */
export type PictureParams = z.infer<typeof pictureParamsSchema>;

/** Returns the widths in which a picture is there, the smallest first; `width` is that of its largest form. */
export function pictureWidths(width: number): readonly number[] {
  return [...PICTURE_WIDTHS.filter((each) => each < width), width];
}
