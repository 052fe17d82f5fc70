import type { GateCheck, GateReport, GateRule, Release } from '@cytocomm/contract';
import { type ClaimsRow, claimFaults } from '@cytocomm/releases';
import { ApiError } from '../../platform/calls/problem.ts';
import { CHECK_TIMEOUT_MS, type CheckThreads, MAX_HEAP_MB } from './check-threads.ts';
import type { HashedFile } from './look-at-release.ts';
import { invalidRelease } from './unpack.ts';

/** How many checks of one rule are kept. */
const MAX_CHECKS_OF_RULE = 50;
const MAX_TEXT_LENGTH = 1000;
/** When to try again without an answer, in seconds. */
const RETRY_AFTER_S = 30;

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

/** What comes of the trial run when a release is judged: it is to be made, or why it is not. */
export type TrialPlans = 'to be made' | { readonly skipped: string };

function reportOf({ name, release }: Release, checks: readonly GateCheck[], plans: TrialPlans): GateReport {
  const kept = bounded(checks);
  const isRefused = kept.some(({ outcome }) => outcome === 'refused');
  if (plans === 'to be made' && !isRefused) return { outcome: 'running', checks: kept };
  const why = plans === 'to be made' ? 'other rules refused it' : plans.skipped;
  const message = `${name} ${release}: the pages were not tried, because ${why}.`;
  const all: GateCheck[] = [...kept, { rule: 'trial-run', outcome: 'skipped', message }];
  return { outcome: isRefused ? 'refused' : 'passed', checks: all };
}

/** Returns 503: a thread that gave no answer says nothing about the release. */
function noAnswer(): ApiError {
  const detail = `The release could not be looked at within ${CHECK_TIMEOUT_MS / 1000} s and ${MAX_HEAP_MB} MB. Nothing was stored. Try again soon; if that does not help, make it smaller.`;
  return new ApiError(503, 'busy', detail, { headers: { 'Retry-After': String(RETRY_AFTER_S) } });
}

/** Verifies every file of a folder; `remote` is the one that it has to be of. Throws 422 with what is wrong, and 503. */
export async function verifyRelease(
  threads: Pick<CheckThreads, 'run'>,
  dir: string,
  remote: string | undefined,
): Promise<VerifiedRelease> {
  const answer = await threads.run({ kind: 'verify', dir, remote });
  if (answer?.kind === 'verified') return answer;
  throw answer?.kind === 'faults' ? invalidRelease(answer.faults) : noAnswer();
}

/**
 * Returns what the gate finds in a verified release; `known` is what its static rules found when it was built here. Its
 * outcome is `running` when the trial run is to be made. Throws 503.
 */
export async function judgeRelease(
  threads: CheckThreads,
  dir: string,
  manifest: Release,
  row: ClaimsRow,
  plans: TrialPlans,
  known?: readonly GateCheck[],
): Promise<GateReport> {
  const claimed = claimFaults(manifest, row);
  if (known !== undefined) return reportOf(manifest, [...known, ...claimed], plans);
  const answer = await threads.run({ kind: 'judge', dir, manifest });
  if (answer?.kind === 'checks') return reportOf(manifest, [...answer.checks, ...claimed], plans);
  throw noAnswer();
}
