import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitingChangesets } from '../versions/changesets.ts';
import { hashOf, type Released, readReleased } from './released.ts';
import { type ApiReport, reportPath } from './reports.ts';

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
