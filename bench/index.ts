import { dashboard } from './dashboard/dashboard.ts';
import { documents } from './documents/documents.ts';
import { home, pages } from './home.ts';
import { lighthouse } from './lighthouse.ts';
import { load } from './load/load.ts';
import { releases } from './releases.ts';
import type { Part } from './report.ts';

export { openBrowser } from './browser/visit.ts';
export { type Bench, formatTable } from './report.ts';

/** The parts by name, in the order in which they run. */
export const PARTS: ReadonlyMap<string, Part> = new Map(
  Object.entries({ home, pages, lighthouse, documents, releases, dashboard, load }),
);
