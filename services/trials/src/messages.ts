import { TRIAL_TIMES, trialFaultSchema, trialPlanSchema, trialTimesSchema } from '@cytocomm/trial-run';
import { z } from 'zod';

/** What the program says at its end, in one line of JSON: what it found, why there is no browser, or that the machine is too busy. */
export const trialEndSchema = z.union([
  z.strictObject({ faults: z.array(trialFaultSchema), visits: z.number() }),
  z.strictObject({ noBrowser: z.string() }),
  z.strictObject({ tooBusy: z.string() }),
]);
/** What the program of a trial says at its end. */
export type TrialEnd = z.infer<typeof trialEndSchema>;

/** What the program is told, in one line of JSON. */
export const trialOrderSchema = z.object({
  plan: trialPlanSchema,
  chromium: z.string(),
  isSandboxed: z.boolean(),
  times: trialTimesSchema.default(TRIAL_TIMES),
});
/** What the program is told. */
export type TrialOrder = z.input<typeof trialOrderSchema>;
