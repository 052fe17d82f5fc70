import type { PressReleaseRecord } from './model.ts';

/** A planned time, and the zone that it was entered in. */
interface Planned {
  readonly publishAt?: PressReleaseRecord['publishAt'] | undefined;
  readonly timeZone?: PressReleaseRecord['timeZone'] | undefined;
}

/** Returns a planned time by its own clocks, without a zone by UTC: `2026-12-01 07:00 Europe/Berlin`; undefined for none. */
export function plannedWords({ publishAt, timeZone = 'UTC' }: Planned): string | undefined {
  if (publishAt === undefined) return undefined;
  return `${publishAt.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })} ${timeZone}`;
}
