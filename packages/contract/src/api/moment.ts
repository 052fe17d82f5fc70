import { z } from 'zod';

/** A moment in a query: a day, which begins at midnight UTC, or a date and time with its time zone. */
export const momentSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'an existing date of ISO 8601' })
  .describe('a date, or a date and time with its time zone; a date begins at midnight UTC');
