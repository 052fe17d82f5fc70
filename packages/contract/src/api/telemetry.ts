import { z } from 'zod';
import { PRINTABLE_LINE } from './text.ts';

const shortText = z.string().min(1).max(200).regex(PRINTABLE_LINE, 'no control characters');

/** A part of a page that failed in a browser. */
export const failureReportSchema = z
  .strictObject({
    remote: shortText,
    release: shortText,
    component: shortText,
    phase: shortText,
    lock: shortText,
    reason: z.string().max(500),
  })
  .meta({ id: 'FailureReport' });
/** A part of a page that failed in a browser. */
export type FailureReport = z.infer<typeof failureReportSchema>;
