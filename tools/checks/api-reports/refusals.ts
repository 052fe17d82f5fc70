import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { waitingChangesets } from '../versions/changesets.ts';
import { type ApiReport, reportPath } from './reports.ts';

// What a fresh or shallow clone has not is the history: so what was released is written down beside the changesets.
const RECORD = '.changeset/released-apis.json';

const releasedSchema = z.record(z.string(), z.strictObject({ version: z.string(), sha256: z.string() }));

/** What each package had when its version was last raised: that version, and the hash of its report. */
type Released = Readonly<z.infer<typeof releasedSchema>>;

/** The hash of a report. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns what was released last; of a package that never was there is nothing. */
function readReleased(root: string): Released {
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

/** The packages that a changeset raises; one that names a package to raise nothing (`none`) does not count. */
async function raisedByChangesets(root: string): Promise<ReadonlySet<string>> {
  const changesets = await waitingChangesets(root);
  const releases = changesets.flatMap((changeset) => changeset.releases).filter(({ type }) => type !== 'none');
  return new Set(releases.map(({ name }) => name));
}

function isAsWritten(root: string, { of, text }: ApiReport): boolean {
  const path = join(root, reportPath(of));
  return existsSync(path) && readFileSync(path, 'utf8') === text;
}

function refusalsOf(root: string, report: ApiReport, released: Released, raised: ReadonlySet<string>): string[] {
  const { of, text } = report;
  const last = Object.hasOwn(released, of.name) ? released[of.name] : undefined;
  const isChanged = last?.sha256 !== hashOf(text);
  return [
    ...(isAsWritten(root, report) ? [] : [`${reportPath(of)} is not what the sources say: npm run api writes it.`]),
    ...(isChanged && !raised.has(of.name)
      ? [`The public types of ${of.name} have changed, and no changeset names it: npx changeset adds one.`]
      : []),
    ...(last !== undefined && last.version !== of.version
      ? [`${of.name} was ${last.version} and is ${of.version}: npm run version raises versions, nothing else does.`]
      : []),
  ];
}

/**
 * Returns why the public types of a working tree are refused, a sentence for each reason: a report that is not what its
 * sources say, and one that differs from that of the last release without a changeset that names its package.
 */
export async function refusals(root: string, reports: readonly ApiReport[]): Promise<readonly string[]> {
  const released = readReleased(root);
  const raised = await raisedByChangesets(root);
  return reports.flatMap((report) => refusalsOf(root, report, released, raised));
}
