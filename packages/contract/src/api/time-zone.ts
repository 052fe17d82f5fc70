import { z } from 'zod';
import { isTimeZone } from '../event-times.ts';

/** A time zone as the IANA database names it. */
export const timeZoneSchema = z
  .string()
  .max(64, 'at most 64 characters')
  .refine(isTimeZone, 'a time zone of the IANA database, such as Europe/Berlin');
