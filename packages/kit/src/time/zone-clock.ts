const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws RangeError for a zone that this browser does not know. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** Returns the zone that this browser is in. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether this browser knows the rules of a zone. */
export function knowsZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** Returns what the clocks of a zone show, as if it were UTC, in ms. Throws RangeError for a zone that this browser does not know. */
function shownIn(zone: string, moment: Date): number {
  const parts = formatOf(zone).formatToParts(moment);
  const read = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
}

/** Returns what the clocks of a zone show: `2026-11-20T23:30`. Throws RangeError for a zone that this browser does not know. */
export const clockIn = (zone: string, moment: Date): string =>
  new Date(shownIn(zone, moment)).toISOString().slice(0, -':00.000Z'.length);

/** The moment at which the clocks of a zone show something. */
export interface ZoneMoment {
  readonly moment: Date;
  /** The clocks show it `never` when they go forward over it, `twice` when they go back. */
  readonly shown: 'once' | 'never' | 'twice';
  /** The later one of two. */
  readonly second?: Date;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Returns the moment at which the clocks of a zone show this; of two the first unless told, the one after a gap. */
export function momentIn(zone: string, clock: string, isSecond = false): ZoneMoment {
  const asUtc = new Date(`${clock}Z`).getTime();
  const offsetAt = (time: number) => shownIn(zone, new Date(time)) - time;
  // Zones change by hours at most; a day before and after have what holds on each side.
  const offsets = [...new Set([offsetAt(asUtc - 24 * HOUR_MS), offsetAt(asUtc + 24 * HOUR_MS)])];
  const fits = offsets
    .map((offset) => new Date(asUtc - offset))
    .filter((moment) => clockIn(zone, moment) === clock)
    .toSorted((a, b) => a.getTime() - b.getTime());
  const [first, second] = fits;
  if (first && second) return { moment: isSecond ? second : first, shown: 'twice', second };
  if (first) return { moment: first, shown: 'once' };
  return { moment: new Date(asUtc - Math.min(...offsets)), shown: 'never' };
}

/** Whether a moment is the second of two at which the clocks of a zone show the same. Throws RangeError for a zone that this browser does not know. */
export function isSecondIn(zone: string, moment: Date): boolean {
  const { second } = momentIn(zone, clockIn(zone, moment));
  return second !== undefined && moment >= second;
}

/** Returns how the clocks of a zone say a time of day. */
const timeOfDay = (asUtc: number): string =>
  new Date(asUtc).toLocaleTimeString('en-US', { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });

/** Returns what is wrong with a time that the clocks of a zone never show; undefined for any other. */
export function faultOfClock(zone: string, clock: string): string | undefined {
  const { moment, shown } = momentIn(zone, clock);
  if (shown !== 'never') return undefined;
  const skipped = shownIn(zone, moment) - new Date(`${clock}Z`).getTime();
  // They go forward within so long before.
  let [before, after] = [moment.getTime() - skipped, moment.getTime()];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (shownIn(zone, new Date(middle)) - middle === shownIn(zone, moment) - moment.getTime()) after = middle;
    else before = middle;
  }
  const to = shownIn(zone, new Date(after));
  return `The clocks there go from ${timeOfDay(to - skipped)} to ${timeOfDay(to)}: that time does not exist. Choose another one.`;
}

/** Returns the zones to choose from, this one among them, by name. */
export function zonesWith(zone: string): readonly string[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ownZone(), zone]);
  return [...zones].sort();
}
