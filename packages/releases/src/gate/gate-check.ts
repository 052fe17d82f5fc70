/** A rule of the gate. Its name never changes: teams and reports refer to it. */
export type GateRule = 'files' | 'reserved-addresses' | 'size' | 'styles' | 'globals';

/** What breaks a rule. */
export interface Fault {
  /** What is wrong and how to mend it, one sentence each. */
  readonly message: string;
  /** File, line and column, or the field of the manifest. */
  readonly place?: string | undefined;
}

/** The outcome of one rule for one release; a refused rule has a check for each fault. */
export interface GateCheck {
  readonly rule: GateRule;
  readonly outcome: 'passed' | 'refused';
  /** Names the remote and its release. */
  readonly message: string;
  readonly place?: string | undefined;
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
