import { z } from 'zod';

/** What the converting process is told. */
export interface Bounds {
  /** The longest side that is taken, in pixels. */
  readonly side: number;
  /** The most pixels that are taken; half of them where each colour has 16 bits. */
  readonly pixels: number;
  /** Larger pictures become smaller. */
  readonly largest: { readonly width: number; readonly height: number };
  /** The widths that are made, where the picture is wider. */
  readonly widths: readonly number[];
}

/** What the converting process writes first, as a line of JSON; the bytes of the forms follow, one after the other. */
export const convertedSchema = z.union([
  z.strictObject({
    width: z.number().int().min(1),
    height: z.number().int().min(1),
    forms: z
      .array(
        z.strictObject({
          width: z.number().int().min(1),
          format: z.enum(['avif', 'webp', 'jpeg']),
          bytes: z.number().int().min(1),
        }),
      )
      .min(1)
      .max(20),
  }),
  z.strictObject({ refused: z.string().max(300) }),
]);
/** What the converting process writes first. */
export type Converted = z.infer<typeof convertedSchema>;
