import type { Lock, PageData } from '@cytocomm/contract';
import { z } from 'zod';

/** The server builds of a page process. */
export interface ServerBundles {
  readonly shell: ServerBundle;
  readonly remote: ServerBundle;
}

/** The code of a server build, with its name in stack traces. */
export interface ServerBundle {
  readonly name: string;
  readonly code: string;
}

/** The input of a page. */
export interface PageInput {
  readonly lock: Lock;
  readonly path: string;
  readonly search: string;
  /** The export of the remote's server build. */
  readonly component: string;
  readonly initialData: PageData | undefined;
}

/** A requested page, which is stopped after `deadlineMs` and has at most `maxMarkup` characters. */
export interface PageRequest {
  readonly page: PageInput;
  readonly deadlineMs: number;
  readonly maxMarkup: number;
}

/** Messages to a page process, one JSON per line: its bundles, then pages, one at a time. */
export type ToPageProcess = { readonly bundles: ServerBundles } | PageRequest;

/** Messages of a page process, one JSON per line: `ready`, then the result of each page. */
export const fromPageProcessSchema = z.union([
  z.strictObject({ ready: z.literal(true) }),
  z.strictObject({ markup: z.string() }),
  /** `spent`: the page was stopped by force; the process must not be reused. */
  z.strictObject({ failure: z.string(), spent: z.boolean() }),
]);
/** A message of a page process. */
export type FromPageProcess = z.infer<typeof fromPageProcessSchema>;
