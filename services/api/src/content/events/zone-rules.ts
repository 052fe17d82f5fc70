import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** Whether a zone is UTC, by any of its names. Throws for an unknown zone. */
export const isUtc = (zone: string): boolean => formatOf(zone).resolvedOptions().timeZone === 'UTC';

/** Returns the local time of a zone, as if it were UTC. Throws for an unknown zone. */
export function clockIn(zone: string, moment: Date): Date {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month, day, hour, minute, second } = parts;
  return new Date(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Returns the offset of a zone from UTC, in ms. */
function offsetIn(zone: string, time: number): number {
  const seconds = Math.floor(time / 1000) * 1000;
  return clockIn(zone, new Date(seconds)).getTime() - seconds;
}

/** Returns the first minute with the offset of `to`, between two moments of different offsets. */
function changeBetween(zone: string, from: number, to: number): number {
  const after = offsetIn(zone, to);
  let [low, high] = [from, to];
  while (high - low > MINUTE_MS) {
    const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetIn(zone, middle) === after) high = middle;
    else low = middle;
  }
  return high;
}

/** A change of a zone's clocks. */
interface ClockChange {
  /** The local time before the change, as if it were UTC. */
  readonly onset: Date;
  /** In ms. */
  readonly before: number;
  readonly after: number;
}

/** Returns the changes of a zone's clocks in a year. */
function changesIn(zone: string, year: number): readonly ClockChange[] {
  const [first, last] = [Date.UTC(year, 0, 1) - DAY_MS, Date.UTC(year + 1, 0, 1) + DAY_MS];
  const found: ClockChange[] = [];
  // An offset holds for weeks at least.
  for (let from = first; from < last; from += 7 * DAY_MS) {
    const to = Math.min(from + 7 * DAY_MS, last);
    const [before, after] = [offsetIn(zone, from), offsetIn(zone, to)];
    if (before !== after) found.push({ onset: new Date(changeBetween(zone, from, to) + before), before, after });
  }
  return found;
}

/** The first year for which feeds name zones; their rules start in the year before. */
export const FIRST_ZONED_YEAR = 1971;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const local = (date: Date) => date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

const partOf = ({ onset, before, after }: ClockChange, rule: readonly string[]): readonly string[] => [
  `BEGIN:${after > before ? 'DAYLIGHT' : 'STANDARD'}`,
  `DTSTART:${local(onset)}`,
  `TZOFFSETFROM:${offsetText(before)}`,
  `TZOFFSETTO:${offsetText(after)}`,
  ...rule,
  `END:${after > before ? 'DAYLIGHT' : 'STANDARD'}`,
];

/** Returns the n-th of a weekday in a month, the last one for -1, as long after midnight as the onset. */
function nthWeekday(year: number, onset: Date, week: number): Date {
  const month = onset.getUTCMonth();
  const last = week < 0 ? new Date(Date.UTC(year, month + 1, 0)).getUTCDate() : week * 7;
  const weekdayOfLast = new Date(Date.UTC(year, month, last)).getUTCDay();
  const day = last - ((weekdayOfLast - onset.getUTCDay() + 7) % 7);
  return new Date(Date.UTC(year, month, day) + (onset.getTime() % DAY_MS));
}

/** Returns the yearly rules that fit a change: the last weekday of a month, the n-th, or both. */
function yearly(change: ClockChange): readonly (readonly string[])[] {
  const { onset } = change;
  const weeks = [-1, Math.ceil(onset.getUTCDate() / 7)].filter(
    (week) => week < 5 && nthWeekday(onset.getUTCFullYear(), onset, week).getTime() === onset.getTime(),
  );
  return weeks.map((week) => {
    const first = { ...change, onset: nthWeekday(FIRST_ZONED_YEAR - 1, onset, week) };
    const byDay = `${week}${WEEKDAYS[onset.getUTCDay()]}`;
    return partOf(first, [`RRULE:FREQ=YEARLY;BYMONTH=${onset.getUTCMonth() + 1};BYDAY=${byDay}`]);
  });
}

/** A year of a zone. */
interface ZoneYear {
  readonly changes: readonly ClockChange[];
  /** Alternative rules that repeat it: one offset, or two each year; none for other years. */
  readonly rules: readonly string[];
}

const years = new LRUCache<string, ZoneYear>({ max: 2000 });

function rulesOf(zone: string, year: number, [first, second, more]: readonly ClockChange[]): readonly string[] {
  if (first === undefined) {
    const offset = offsetIn(zone, Date.UTC(year, 6, 1));
    const onset = new Date(Date.UTC(FIRST_ZONED_YEAR - 1, 0, 1));
    return [partOf({ onset, before: offset, after: offset }, []).join('\r\n')];
  }
  if (second === undefined || more !== undefined || first.before !== second.after) return [];
  return yearly(first).flatMap((one) => yearly(second).map((other) => [...one, ...other].join('\r\n')));
}

function yearOf(zone: string, year: number): ZoneYear {
  const key = `${zone} ${year}`;
  const cached = years.get(key);
  if (cached !== undefined) return cached;
  const changes = changesIn(zone, year);
  const zoneYear = { changes, rules: rulesOf(zone, year, changes) };
  years.set(key, zoneYear);
  return zoneYear;
}

/** The rules of a zone. */
export interface ZoneRules {
  /** A VTIMEZONE of iCalendar with one STANDARD and at most one DAYLIGHT, which all calendar programs understand. */
  readonly text: string;
  readonly holdIn: (year: number) => boolean;
}

/** Returns the rules that hold in most of these years; undefined if none does. */
export function zoneRules(zone: string, inYears: readonly number[]): ZoneRules | undefined {
  const counts = new Map<string, number>();
  for (const rules of inYears.flatMap((year) => yearOf(zone, year).rules))
    counts.set(rules, (counts.get(rules) ?? 0) + 1);
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (best === undefined) return undefined;
  const [rules] = best;
  return {
    text: ['BEGIN:VTIMEZONE', `TZID:${zone}`, rules, 'END:VTIMEZONE', ''].join('\r\n'),
    holdIn: (year) => yearOf(zone, year).rules.includes(rules),
  };
}

/** Whether a local time occurs twice, since clocks are put back over it. */
export const isShownTwice = (zone: string, clock: Date): boolean =>
  yearOf(zone, clock.getUTCFullYear()).changes.some(
    ({ onset, before, after }) => clock < onset && clock.getTime() >= onset.getTime() - (before - after),
  );
