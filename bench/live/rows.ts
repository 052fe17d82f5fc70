import { alone, type Row } from '../report.ts';
import { percentile } from '../statistics.ts';
import { REACH_TARGET, SECOND_BROWSER_TARGET } from '../targets.ts';
import type { Reach } from './listeners.ts';

const milliseconds = (value: number) => `${Math.round(value)} ms`;

/** The figures of live events, each beside what is asked for. */
export function liveRows({ listeners, allMs }: Reach, secondBrowserMs: readonly number[]): Row[] {
  const many = `an event at all of ${listeners.toLocaleString('en-US')} listeners, p95 of ${allMs.length}`;
  const two = `an upload in a second browser, p95 of ${secondBrowserMs.length}`;
  return [
    alone('live', many, milliseconds, percentile(allMs, 0.95), REACH_TARGET),
    alone('live', two, milliseconds, percentile(secondBrowserMs, 0.95), SECOND_BROWSER_TARGET),
  ];
}
