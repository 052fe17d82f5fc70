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

/** Returns the widths in which a picture is there, the smallest first; `width` is that of its largest form. */
export function pictureWidths(width: number): readonly number[] {
  return [...PICTURE_WIDTHS.filter((each) => each < width), width];
}
