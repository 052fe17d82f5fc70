import type { ReleaseHealth, TelemetryPhase } from '@cytocomm/contract';

/** The phases in the order in which a part of a page goes through them. */
const phases: readonly TelemetryPhase[] = ['entry', 'component', 'render'];

/** Returns a whole number: `4,210`. */
export function describeCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Returns a time in the unit that suits it: `180 ms`, `2.4 s`. */
export function describeMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;
}

/** Returns how many failures there were in all phases. */
export function failuresOf({ failures }: ReleaseHealth): number {
  return phases.reduce((sum, phase) => sum + failures[phase], 0);
}

/** Returns the phases that failed, with how often: `3 entry, 1 render`; empty without failures. */
export function describePhases({ failures }: ReleaseHealth): string {
  return phases
    .filter((phase) => failures[phase] > 0)
    .map((phase) => `${describeCount(failures[phase])} ${phase}`)
    .join(', ');
}

/** Returns how many failures there were for a hundred loads: `1.5 per 100 loads`. */
export function describeRate(health: ReleaseHealth): string {
  if (health.loads === 0) return 'and no loads';
  const rate = (100 * failuresOf(health)) / health.loads;
  const words = rate < 0.1 ? 'under 0.1' : rate.toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `${words} per 100 loads`;
}
