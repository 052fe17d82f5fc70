import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pressReleaseTargetSchema } from '@cytocomm/contract';
import { z } from 'zod';

const textsSchema = z.array(
  z.object({
    key: z.string(),
    /** Days from the day of seeding; one in the future is scheduled, none is a draft. */
    days: z.number().optional(),
    target: z.array(pressReleaseTargetSchema),
    title: z.string(),
    content: z.string(),
  }),
);

/** A demo press release. */
export type DemoPressRelease = z.output<typeof textsSchema>[number];

/** The demo press releases, oldest first. */
export const DEMO_RELEASES: readonly DemoPressRelease[] = textsSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../texts/press-releases.json'), 'utf8')),
);
