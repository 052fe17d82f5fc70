import type { GateCheck, GateReport, GateRule, Release } from '@cytocomm/contract';

/** Returns a gate's report with what the trial run found in place of what it had of it; the gate has ended then. */
export function withTrialChecks({ checks }: GateReport, found: readonly GateCheck[]): GateReport {
  const all = [...checks.filter(({ rule }) => rule !== 'trial-run'), ...found];
  return { outcome: all.some(({ outcome }) => outcome === 'refused') ? 'refused' : 'passed', checks: all };
}

/** What breaks a rule. */
export interface Fault {
  /** What is wrong and how to mend it, one sentence each. */
  readonly message: string;
  /** File, line and column, or the field of the manifest. */
  readonly place?: string | undefined;
}

/** Returns the checks of one rule: a refused one for each fault, or a passed one. */
export function checksOf(
  rule: GateRule,
  { name, release }: Pick<Release, 'name' | 'release'>,
  faults: readonly Fault[],
): GateCheck[] {
  const who = `${name} ${release}`;
  if (faults.length === 0) return [{ rule, outcome: 'passed', message: who }];
  return faults.map(({ message, place }) => ({ rule, outcome: 'refused', message: `${who}: ${message}`, place }));
}

/** A release breaks rules of the gate. The message names each with its place. */
export class GateRefused extends Error {
  override readonly name = 'GateRefused';
  readonly checks: readonly GateCheck[];

  constructor(checks: readonly GateCheck[]) {
    const lines = checks.map(({ rule, message, place }) => `  ${message} (${place ? `${place}, ` : ''}rule ${rule})`);
    super(`The gate refused this:\n${lines.join('\n')}`);
    this.checks = checks;
  }
}

/** Throws GateRefused with the refused ones among these checks, if there are any. */
export function passGate(checks: readonly GateCheck[]): void {
  const refused = checks.filter(({ outcome }) => outcome === 'refused');
  if (refused.length > 0) throw new GateRefused(refused);
}
