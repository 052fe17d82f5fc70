import { lockSchema } from '@cytocomm/contract';
import { z } from 'zod';

const variantSchema = z.object({
  /** Which shell it is, in words: `the live shell`. */
  words: z.string(),
  lock: lockSchema,
});

/** What a trial tries: remotes inside one or two locks whose files lie in a folder. */
const trialPlanSchema = z.object({
  /** The names of the remotes whose pages and sections are tried. */
  remotes: z.array(z.string()),
  releasesDir: z.string(),
  /** The same releases under each shell that they are tried with. */
  variants: z.array(variantSchema),
});
/** What a trial tries. */
export type TrialPlan = z.infer<typeof trialPlanSchema>;
/** A lock with the releases, under one shell. */
export type TrialVariant = z.infer<typeof variantSchema>;

const trialFaultSchema = z.object({
  /** Page or section, person and shell. */
  place: z.string(),
  /** What is wrong, in a sentence without its name. */
  words: z.string(),
  /** How to mend it. */
  mend: z.string(),
});
/** Something that is wrong with a release. */
export type TrialFault = z.infer<typeof trialFaultSchema>;

/** What the program says at its end, in one line of JSON: what it found, or why there is no browser. */
export const trialEndSchema = z.union([
  z.strictObject({ faults: z.array(trialFaultSchema), visits: z.number() }),
  z.strictObject({ noBrowser: z.string() }),
]);
/** What the program of a trial says at its end. */
export type TrialEnd = z.infer<typeof trialEndSchema>;

const trialTimesSchema = z.object({
  /** How long a page may take until it is ready. */
  readyMs: z.number(),
  /** How long a difference from the page without the release may last. */
  settleMs: z.number(),
  /** How long a page may take for one answer; axe takes the longest. */
  answerMs: z.number(),
});
/** The times of a trial, in ms. */
export type TrialTimes = z.infer<typeof trialTimesSchema>;
/** The times of a trial when nothing else is said; a page takes some 500 ms on an idle machine. */
const TRIAL_TIMES: TrialTimes = { readyMs: 20_000, settleMs: 3000, answerMs: 20_000 };

/** What the program is told, in one line of JSON. */
export const trialOrderSchema = z.object({
  plan: trialPlanSchema,
  chromium: z.string(),
  isSandboxed: z.boolean(),
  times: trialTimesSchema.default(TRIAL_TIMES),
});
/** What the program is told. */
export type TrialOrder = z.input<typeof trialOrderSchema>;
