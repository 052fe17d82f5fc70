import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
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
  formats.set(zone, made);
  return made;
}

/** Returns what the clocks of a zone show, as if it were UTC. Throws for a zone that this program does not know. */
export function clockIn(zone: string, moment: Date): Date {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month, day, hour, minute, second } = parts;
  return new Date(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Returns how far the clocks of a zone are ahead of UTC, in ms. */
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

/** A time from which a zone has an offset. */
interface Observance {
  /** What the clocks showed when it began, as if it were UTC. */
  readonly onset: Date;
  /** In ms. */
  readonly before: number;
  readonly after: number;
}

const years = new LRUCache<string, readonly Observance[]>({ max: 2000 });

/** Returns the offsets of a zone in a year: the one it begins with, and each change. */
function observancesOf(zone: string, year: number): readonly Observance[] {
  const key = `${zone} ${year}`;
  const known = years.get(key);
  if (known !== undefined) return known;
  const first = Date.UTC(year, 0, 1) - DAY_MS;
  const last = Date.UTC(year + 1, 0, 1) + DAY_MS;
  const begins = offsetIn(zone, first);
  const found: Observance[] = [{ onset: new Date(first + begins), before: begins, after: begins }];
  // A zone keeps an offset for weeks at least.
  for (let from = first; from < last; from += 7 * DAY_MS) {
    const to = Math.min(from + 7 * DAY_MS, last);
    const [before, after] = [offsetIn(zone, from), offsetIn(zone, to)];
    if (before !== after) found.push({ onset: new Date(changeBetween(zone, from, to) + before), before, after });
  }
  years.set(key, found);
  return found;
}

const local = (date: Date) => date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** Returns the rules of a zone in some years as a VTIMEZONE of iCalendar. */
export function zoneRules(zone: string, inYears: Iterable<number>): string {
  const lines = [...new Set(inYears)]
    .toSorted((a, b) => a - b)
    .flatMap((year) => observancesOf(zone, year))
    .flatMap(({ onset, before, after }) => {
      const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
      return [
        `BEGIN:${kind}`,
        `DTSTART:${local(onset)}`,
        `TZOFFSETFROM:${offsetText(before)}`,
        `TZOFFSETTO:${offsetText(after)}`,
        `END:${kind}`,
      ];
    });
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE', ''].join('\r\n');
}
