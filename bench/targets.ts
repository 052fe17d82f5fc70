import type { ContenderName } from './contenders.ts';
import type { PageFigures } from './measure/visit.ts';

/** What is asked for: a ratio to another contender's figure, or a figure of the portal's own. */
export type Target =
  | { readonly ratioAtMost: number }
  | { readonly ratioAtLeast: number }
  | { readonly atMost: number }
  | { readonly atLeast: number };

/** One figure of the portal beside another contender's. */
export interface Comparison {
  readonly figure: keyof PageFigures;
  readonly against: Exclude<ContenderName, 'portal'>;
  readonly target?: Target;
}

/** One kilobyte is 1000 bytes here: the stricter reading. */
export const KILOBYTE = 1000;

/** What is compared on Home, and what is to be reached. */
export const HOME_COMPARISONS: readonly Comparison[] = [
  { figure: 'lcpMs', against: 'prerendered monolith', target: { ratioAtMost: 1.05 } },
  { figure: 'lcpMs', against: 'monolith', target: { ratioAtMost: 0.35 } },
  { figure: 'interactiveMs', against: 'prerendered monolith', target: { ratioAtMost: 1.1 } },
  { figure: 'interactiveMs', against: 'monolith', target: { ratioAtMost: 1.1 } },
  { figure: 'requests', against: 'monolith', target: { atMost: 8 } },
  { figure: 'scriptBytes', against: 'monolith', target: { ratioAtMost: 1.15 } },
  { figure: 'scriptBytes', against: 'monolith', target: { atMost: 130 * KILOBYTE } },
  { figure: 'bytes', against: 'monolith' },
  { figure: 'layoutShift', against: 'monolith' },
];

/** One remote's build beside the build of everything. */
export const BUILD_TARGET: Target = { ratioAtMost: 0.25 };

/** Downloads and uploads beside a bare bucket and `pipe`. */
export const TRANSFER_TARGET: Target = { ratioAtLeast: 0.85 };
/** Ranges of 1 MB and of 10 MB beside the same. */
export const RANGES_TARGET: Target = { ratioAtLeast: 0.9 };
/** A download beside hundreds of readers that take nothing, beside the same download alone. */
export const BESIDE_STALLED_TARGET: Target = { ratioAtMost: 1.5 };
/** By how many megabytes the portal's process may grow with 20 downloads. */
export const DOWNLOADS_MEMORY_TARGET: Target = { atMost: 48 };
/** By how many megabytes (2^20 bytes) the portal's process may grow. */
export const MEMORY_TARGET: Target = { atMost: 64 };
/** The first page of many beside the first page of few. */
export const LIST_TARGET: Target = { ratioAtMost: 1.5 };
/** Rows of the audit trail a second, beside one chain for all processes. */
export const AUDIT_TARGET: Target = { ratioAtLeast: 1 };
/** Calls to the database for an audited change, by several API processes beside one. */
export const CHANGE_CALLS_TARGET: Target = { ratioAtMost: 1.1 };
/** An event at all of 2,000 listeners. */
export const REACH_TARGET: Target = { atMost: 500 };
/** An upload in a second browser. */
export const SECOND_BROWSER_TARGET: Target = { atMost: 300 };
/** A person's lookup with a bearer token beside the same lookup by a bare Express and mongoose handler, in answers a second. */
export const LOOKUP_TARGET: Target = { ratioAtLeast: 0.9 };
/** What is asked of a load beside bare Express, in answers a second. */
export const LOAD_TARGETS: Readonly<Record<string, Target>> = {
  'a lookup with a bearer token': LOOKUP_TARGET,
  'a range of 1 MB of a document': RANGES_TARGET,
};
/** The memory of the last third of a long load beside the middle third. */
export const SOAK_MEMORY_TARGET: Target = { ratioAtMost: 1.05 };
/** A search among 100,000 people beside one among 1,000, at the 95th percentile. */
export const SEARCH_TARGET: Target = { ratioAtMost: 2 };
/** The first visit of the admin's overview, in bytes: what the whole dashboard weighed when it was one page. */
export const OVERVIEW_BYTES_TARGET: Target = { atMost: 532_020 };
/** What is promoted or rolled back, at a new visitor of every web process, at the 95th percentile. */
export const CHANGE_TARGET: Target = { atMost: 1000 };
/** A page beside a file of the same bytes by Express, in answers a second. */
export const PAGE_RATE_TARGET: Target = { ratioAtLeast: 0.5 };
/** A release file beside nginx with files packed beforehand, in answers a second. */
export const RELEASE_FILE_RATE_TARGET: Target = { ratioAtLeast: 0.7 };
/** The same, in time on the processor. */
export const RELEASE_FILE_TARGET: Target = { ratioAtMost: 3 };
/** The slower of two answers that must not differ, beside the other. */
export const SAME_TIME_TARGET: Target = { ratioAtMost: 1.1 };
/** Any public page's largest contentful paint beside the prerendered monolith's. */
export const PAGE_PAINT_TARGET: Target = { ratioAtMost: 1.05 };
/** The sum of a public page's layout shifts. */
export const LAYOUT_SHIFT_TARGET: Target = { atMost: 0.02 };
/** What Home moves over the network before the film. */
export const HOME_BYTES_TARGET: Target = { atMost: 260 * KILOBYTE };
/** Lighthouse's scores of any public page, of 100. */
export const LIGHTHOUSE_TARGETS = {
  performance: { atLeast: 95 },
  accessibility: { atLeast: 100 },
  'best-practices': { atLeast: 100 },
  seo: { atLeast: 100 },
} as const satisfies Readonly<Record<string, Target>>;
