import type { GateCheck, GateReport, GateRule, Release } from '@cytocomm/contract';
import { type ClaimsRow, claimFaults } from '@cytocomm/releases';
import { CHECK_TIMEOUT_MS, type CheckThreads, MAX_HEAP_MB } from './check-threads.ts';
import type { HashedFile } from './check-worker.ts';
import { invalidRelease } from './unpack.ts';

/** How many checks of one rule are kept. */
const MAX_CHECKS_OF_RULE = 50;
const MAX_TEXT_LENGTH = 1000;

/** A release that is what its manifest says. */
export interface VerifiedRelease {
  readonly manifest: Release;
  readonly files: readonly HashedFile[];
}

function bounded(checks: readonly GateCheck[]): GateCheck[] {
  const counts = new Map<GateRule, number>();
  return checks.flatMap(({ rule, outcome, message, place }) => {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    if (count > MAX_CHECKS_OF_RULE) return [];
    const check = { rule, outcome, message: message.slice(0, MAX_TEXT_LENGTH) };
    return [place === undefined ? check : { ...check, place: place.slice(0, MAX_TEXT_LENGTH) }];
  });
}

function reportOf({ name, release }: Release, checks: readonly GateCheck[]): GateReport {
  const message = `${name} ${release}: the pages were not tried, because no browser is here.`;
  const all: GateCheck[] = [...bounded(checks), { rule: 'trial-run', outcome: 'skipped', message }];
  return { outcome: all.some(({ outcome }) => outcome === 'refused') ? 'refused' : 'passed', checks: all };
}

const tooMuch = `within ${CHECK_TIMEOUT_MS / 1000} s and ${MAX_HEAP_MB} MB: make it smaller`;

/** Verifies every file of a folder; `remote` is the one that it has to be of. Throws 422 with what is wrong. */
export async function verifyRelease(
  threads: CheckThreads,
  dir: string,
  remote: string | undefined,
): Promise<VerifiedRelease> {
  const answer = await threads.run({ kind: 'verify', dir, remote });
  if (answer?.kind === 'verified') return answer;
  const message = `the release could not be read ${tooMuch}`;
  throw invalidRelease(answer?.kind === 'faults' ? answer.faults : [{ path: 'release.json', message }]);
}

/** Returns what the gate finds in a verified release; `known` is what its static rules found when it was built here. */
export async function judgeRelease(
  threads: CheckThreads,
  dir: string,
  manifest: Release,
  row: ClaimsRow,
  known?: readonly GateCheck[],
): Promise<GateReport> {
  const claimed = claimFaults(manifest, row);
  if (known !== undefined) return reportOf(manifest, [...known, ...claimed]);
  const answer = await threads.run({ kind: 'judge', dir, manifest });
  if (answer?.kind === 'checks') return reportOf(manifest, [...answer.checks, ...claimed]);
  const message = `${manifest.name} ${manifest.release}: the gate could not read it ${tooMuch}.`;
  return reportOf(manifest, [{ rule: 'size', outcome: 'refused', message }]);
}
