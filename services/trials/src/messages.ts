import { TRIAL_TIMES, trialFaultSchema, trialPlanSchema, trialTimesSchema } from '@cytocomm/trial-run';
import { z } from 'zod';

/** The result of a trial, one line of JSON: faults, a missing browser, or a busy machine. */
export const trialEndSchema = z.union([
  z.strictObject({ faults: z.array(trialFaultSchema), visits: z.number() }),
  z.strictObject({ noBrowser: z.string() }),
  z.strictObject({ tooBusy: z.string() }),
]);
/** The result of a trial. */
export type TrialEnd = z.infer<typeof trialEndSchema>;

/** The order of a trial, one line of JSON. */
export const trialOrderSchema = z.object({
  plan: trialPlanSchema,
  chromium: z.string(),
  isSandboxed: z.boolean(),
  times: trialTimesSchema.default(TRIAL_TIMES),
});
/** The order of a trial. */
export type TrialOrder = z.input<typeof trialOrderSchema>;
