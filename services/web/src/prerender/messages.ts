import type { Lock, PageData } from '@cytocomm/contract';
import { z } from 'zod';

/** The server builds that a page process works with. */
export interface ServerBundles {
  readonly shell: ServerBundle;
  readonly remote: ServerBundle;
}

/** The code of one server build, with the name that it has in stack traces. */
export interface ServerBundle {
  readonly name: string;
  readonly code: string;
}

/** All that goes into a page. */
export interface PageInput {
  readonly lock: Lock;
  readonly path: string;
  readonly search: string;
  /** The name under which the remote's server build exports the page. */
  readonly component: string;
  readonly initialData: PageData | undefined;
}

/** A page that is asked for: it is stopped after `deadlineMs`, and its markup has at most `maxMarkup` characters. */
export interface PageRequest {
  readonly page: PageInput;
  readonly deadlineMs: number;
  readonly maxMarkup: number;
}

/** What a page process is told, one JSON text a line: first its bundles, then pages, one at a time. */
export type ToPageProcess = { readonly bundles: ServerBundles } | PageRequest;

/** What a page process says, one JSON text a line: that it is ready, then the outcome of each page. */
export const fromPageProcessSchema = z.union([
  z.strictObject({ ready: z.literal(true) }),
  z.strictObject({ markup: z.string() }),
  /** `spent`: the page was stopped by force, so the process is not to be used again. */
  z.strictObject({ failure: z.string(), spent: z.boolean() }),
]);
/** What a page process says. */
export type FromPageProcess = z.infer<typeof fromPageProcessSchema>;
