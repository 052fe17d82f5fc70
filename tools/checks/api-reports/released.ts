import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ApiReport } from './reports.ts';

// What a fresh or shallow clone has not is the history: so what was released is written down beside the changesets.
const RECORD = '.changeset/released-apis.json';

const releasedSchema = z.record(z.string(), z.strictObject({ version: z.string(), sha256: z.string() }));

/** What each package had when its version was last raised: that version, and the hash of its report. */
export type Released = Readonly<z.infer<typeof releasedSchema>>;

/** The hash of a report. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns what was released last; of a package that never was there is nothing. */
export function readReleased(root: string): Released {
  const path = join(root, RECORD);
  return existsSync(path) ? releasedSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
}

/** Writes down that these reports are released, each with the version that its package has. */
export function writeReleased(root: string, reports: readonly ApiReport[]): void {
  const released: Released = Object.fromEntries(
    reports.map(({ of, text }) => [of.name, { version: of.version, sha256: hashOf(text) }]),
  );
  writeFileSync(join(root, RECORD), `${JSON.stringify(released, null, 2)}\n`);
}
