import { z } from 'zod';
import { MAX_PICTURE_BYTES } from '../picture-bounds.ts';
import { recordIdSchema } from './text.ts';

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
