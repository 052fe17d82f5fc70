import {
  builtInRoleSchema,
  type LockedRelease,
  lockSchema,
  type OverlayContribution,
  type Role,
} from '@cytocomm/contract';
import { z } from 'zod';

/** A page of the portal that a release is looked at in, as somebody. */
export interface Visit {
  /** The address. */
  readonly path: string;
  /** What of the release is there, in words: `page /about`, `sections annual-reports, investor-news`, `overlay sign-in`. */
  readonly what: string;
  /** The roles of the person who is signed in; undefined when signed out. */
  readonly roles: readonly Role[] | undefined;
  /** The server renders it. */
  readonly isPublic: boolean;
  /** Whether it may lead on to another page: one that is not public, such as the door that a sign-in link opens. */
  readonly mayMove: boolean;
  /** The overlay that is opened there, by the frame's own button for it. */
  readonly opens?: OverlayContribution['slot'];
  /** The origins of the release's own backends. */
  readonly backends: readonly string[];
}

/** Where the frame has the button of an overlay: an empty dashboard asks for a sign-in. */
const OVERLAY_PATH = '/dashboard';

/** Returns the words for the person of a visit. */
export function personWords({ roles }: Visit): string {
  if (roles === undefined) return 'as a visitor';
  return roles.length === 1 ? `as ${roles[0]}` : 'as somebody with every role';
}

/** Returns the visits in which every page, section and overlay of a release is seen, each section by each of its roles. */
export function visitsOf({ contributions }: LockedRelease): Visit[] {
  const everyRole = [...builtInRoleSchema.options, ...(contributions.roles ?? []).map(({ name }) => name)];
  const pages = contributions.routes.flatMap(({ path, public: isPublic }) => {
    const page = { path, what: `page ${path}`, isPublic, mayMove: !isPublic };
    return (isPublic ? [undefined] : [undefined, everyRole]).map((roles) => ({ ...page, roles }));
  });
  const places = new Map<string, { path: string; role: Role; ids: string[] }>();
  for (const { id, role: entry, alsoFor, tool } of contributions.sections)
    for (const role of new Set([entry, ...alsoFor])) {
      const path = `/dashboard/${entry}${tool === undefined ? '' : `/${tool.path}`}`;
      const key = `${path} ${role}`;
      const seen = places.get(key) ?? { path, role, ids: [] };
      seen.ids.push(id);
      places.set(key, seen);
    }
  const sections = [...places.values()].map(({ path, role, ids }) => ({
    path,
    what: `${ids.length === 1 ? 'section' : 'sections'} ${ids.join(', ')}`,
    roles: [role],
    isPublic: false,
    mayMove: false,
  }));
  const overlays = contributions.overlays.map(({ slot }) => ({
    ...{ path: OVERLAY_PATH, what: `overlay ${slot}`, roles: undefined, isPublic: false, mayMove: false },
    opens: slot,
  }));
  const backends = (contributions.backends ?? []).map(({ origin }) => origin);
  return [...pages, ...sections, ...overlays].map((visit) => ({ ...visit, backends }));
}

const MAX_LENGTH = 300;

/**
 * Returns the words of an error, and of those that caused it, without the calls that led to it: they are places in built
 * files, or in the server. At most 300 characters, on one line.
 */
export function errorWords(text: string): string {
  const words = text.split('\n').filter((each) => !/^\s+at /.test(each));
  const line = words.join(' ').replace(/\s+/g, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}

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
