import { useEffect, useState } from 'react';
import { useHydrated } from '../hydrated.ts';

const minute = 60_000;
const steps = [
  ['year', 525_600],
  ['month', 43_800],
  ['week', 10_080],
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Returns how long ago, or until, in the largest unit that fits: `3 hours ago`. */
export function describeDistance(date: Date, now: number): string {
  const minutes = (date.getTime() - now) / minute;
  for (const [unit, length] of steps) {
    if (Math.abs(minutes) >= length) return relative.format(Math.trunc(minutes / length), unit);
  }
  return 'just now';
}

/** Properties of the times and dates here. */
export interface TimeProps {
  readonly date: string | number | Date;
  readonly className?: string | undefined;
}

/** The day of what has a date and no time, the same on server and in every browser (UTC). */
export function CalendarDate({ date, className }: TimeProps) {
  const moment = new Date(date);
  return (
    <time dateTime={moment.toISOString()} className={className}>
      {day.format(moment)}
    </time>
  );
}

/** The day of a moment where the reader is. Prerendered as the day in UTC. */
export function LocalDate({ date, className }: TimeProps) {
  const moment = new Date(date);
  if (!useHydrated()) return <CalendarDate date={date} className={className} />;
  return (
    <time dateTime={moment.toISOString()} className={className}>
      {moment.toLocaleDateString('en-US', { dateStyle: 'medium' })}
    </time>
  );
}

/** Day, time and zone of a moment where the reader is: `Nov 25, 2026, 8:00 AM GMT+1`. Prerendered as the day in UTC. */
export function ExactTime({ date, className }: TimeProps) {
  const moment = new Date(date);
  if (!useHydrated()) return <CalendarDate date={date} className={className} />;
  return (
    <time dateTime={moment.toISOString()} className={className}>
      {moment.toLocaleString('en-US', {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      })}
    </time>
  );
}

/** A time as its distance from now, kept current, with the exact one on hover. Prerendered as the day. */
export function RelativeTime({ date, className }: TimeProps) {
  const moment = new Date(date);
  const hydrated = useHydrated();
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);

  if (!hydrated) return <CalendarDate date={date} className={className} />;
  const exact = moment.toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'medium' });
  return (
    <time dateTime={moment.toISOString()} title={exact} className={className}>
      {describeDistance(moment, now)}
    </time>
  );
}
