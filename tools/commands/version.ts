import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeReports, refusals, writeReleased } from '../checks/api-reports/reports.ts';
import { waitingChangesets, withSection } from '../checks/versions/changesets.ts';
import { endWithFailure, readCommandLine, say } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { ROOT } from './workspaces.ts';

const USAGE = `usage: npm run version   raise the versions that the changesets name, and write the changelog

npx changeset adds a changeset. Sort what this writes into CHANGELOG.md (Security, Removed), and raise the ranges of
packages/create-remote/template. The commit is the release: release(root): version VERSION.`;

const CHANGELOG = join(ROOT, 'CHANGELOG.md');
/** The portal's version: all that is no package has the same (.changeset/config.json). */
const MANIFEST = join(ROOT, 'services', 'api', 'package.json');
const TIMEOUT_MS = 120_000;

/** Runs a program that stands on the PATH of tools/commands/run.mjs. Throws CannotStart when it fails. */
function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', timeout: TIMEOUT_MS });
  if (status !== 0) throw new CannotStart(`"${program} ${args.join(' ')}" failed: ${error?.message ?? 'see above'}.`);
}

async function version(): Promise<void> {
  readCommandLine({ usage: USAGE, options: {} });
  const changesets = await waitingChangesets(ROOT);
  if (changesets.length === 0) throw new CannotStart('There is no changeset; npx changeset adds one.');
  const reasons = await refusals(ROOT, makeReports(ROOT));
  if (reasons.length > 0) throw new CannotStart(reasons.join('\n'));
  run('changeset', ['version']);
  writeReleased(ROOT, makeReports(ROOT));
  const { version: portal }: { readonly version?: string } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  writeFileSync(CHANGELOG, withSection(readFileSync(CHANGELOG, 'utf8'), changesets, portal, new Date()));
  // Last, for it may want the network: what it lacks can be done again by itself.
  run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']);
  say('Look the changes over and commit them.');
}

version().catch(endWithFailure);
