import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';

/** How far the clocks of the processes may be apart, in ms. Alerts go by the same (deploy/alerts.yml). */
const MAX_OFF_MS = 120_000;

/** Returns a function that logs when this process's clock is too far from the database's, and when it is near again. */
export function createClockWatch(log: Logger): (offByMs: number) => void {
  let isOff = false;
  return (offByMs) => {
    if (Math.abs(offByMs) > MAX_OFF_MS === isOff) return;
    isOff = !isOff;
    const seconds = Math.round(offByMs / 1000);
    if (isOff)
      log.warn({ seconds }, 'the clock of this process and that of the database are more than two minutes apart');
    else log.info({ seconds }, 'the clock of this process is near that of the database again');
  };
}

/** Adds the clock to the metrics. `offByMs` returns how far it is ahead of the database's, in ms; undefined while that is not known. */
export function showClock(registry: Registry, offByMs: () => number | undefined): void {
  new Gauge({
    name: 'portal_clock_offset_seconds',
    help: 'How far the clock of the process is ahead of the one of the database',
    registers: [registry],
    collect() {
      this.remove();
      const offBy = offByMs();
      if (offBy !== undefined) this.set(offBy / 1000);
    },
  });
}
