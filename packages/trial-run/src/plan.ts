import { lockSchema } from '@cytocomm/contract';
import { z } from 'zod';

const variantSchema = z.object({
  /** Which shell it is, in words: `the live shell`. */
  words: z.string(),
  lock: lockSchema,
});

/** What a trial tries: remotes inside one or two locks whose files lie in a folder. */
export const trialPlanSchema = z.object({
  /** The names of the remotes whose pages, sections and overlays are tried. */
  remotes: z.array(z.string()),
  releasesDir: z.string(),
  /** The same releases under each shell that they are tried with. */
  variants: z.array(variantSchema),
});
/** What a trial tries. */
export type TrialPlan = z.infer<typeof trialPlanSchema>;
/** A lock with the releases, under one shell. */
export type TrialVariant = z.infer<typeof variantSchema>;

/** The form of a fault. */
export const trialFaultSchema = z.object({
  /** Page, section or overlay, person and shell. */
  place: z.string(),
  /** What is wrong, in a sentence without its name. */
  words: z.string(),
  /** How to mend it. */
  mend: z.string(),
});
/** Something that is wrong with a release. */
export type TrialFault = z.infer<typeof trialFaultSchema>;
/** A fault of a page that is known already. */
export type Fault = Omit<TrialFault, 'place'> & {
  /** Something did not come in time: a machine that is busy may be why. */
  readonly isLate?: true;
};

/** The form of a trial's times. */
export const trialTimesSchema = z.object({
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
export const TRIAL_TIMES: TrialTimes = { readyMs: 20_000, settleMs: 3000, answerMs: 20_000 };

/** How many faults of one kind are told of one page. */
export const MAX_TOLD = 3;

/** Returns the lines that were not there before. */
export const added = (now: readonly string[], before: readonly string[]): readonly string[] =>
  now.filter((line) => !before.includes(line));
