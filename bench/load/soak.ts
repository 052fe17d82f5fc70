import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningPortal } from '../portal/running-portal.ts';
import { prepare } from './asks.ts';
import { fire, type LoadFigure } from './cannon.ts';

/** Which part of what it can answer the portal is asked for. */
const SHARE = 0.7;
const CAPACITY_SECONDS = 15;
/** A token holds for five minutes: each segment has its own. */
const SEGMENT_SECONDS = 60;
const SAMPLE_MS = 2000;

/** A long load at a part of what the portal can answer. */
export interface SoakFigures {
  readonly minutes: number;
  /** What it answered a second as fast as it could. */
  readonly capacity: number;
  /** Each minute. */
  readonly segments: readonly LoadFigure[];
  /** What its process held, in MB (2^20 bytes), every two seconds. */
  readonly megabytes: readonly number[];
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Asks a portal for pages, files, lookups, lists and parts of documents in turn for some minutes, and watches its memory. */
export async function measureSoak(
  portal: RunningPortal,
  workDir: string,
  minutes: number,
  say: (line: string) => void,
): Promise<SoakFigures> {
  const { kinds } = await prepare(portal, join(workDir, 'load-files'));
  // One of each kind in turn, so that each is a fifth of the load.
  const mixed = async () => {
    const each = (await kinds()).map(({ ours }) => ours);
    const longest = Math.max(...each.map((asks) => asks.length));
    return Array.from({ length: longest }, (_, turn) => each.flatMap((asks) => asks[turn % asks.length] ?? [])).flat();
  };
  await fire(portal.url, await mixed(), { seconds: CAPACITY_SECONDS });
  const { perSecond: capacity } = await fire(portal.url, await mixed(), { seconds: CAPACITY_SECONDS });
  say(`  ${capacity.toFixed(0)} answers a second at most`);
  const megabytes: number[] = [];
  const timer = setInterval(() => megabytes.push(residentMegabytes(portal.pid)), SAMPLE_MS);
  const segments: LoadFigure[] = [];
  try {
    for (let minute = 0; minute < minutes; minute += 1) {
      const dose = { seconds: SEGMENT_SECONDS, perSecond: Math.round(capacity * SHARE) };
      const figure = await fire(portal.url, await mixed(), dose);
      segments.push(figure);
      say(
        `  ${minute + 1} min: ${figure.perSecond.toFixed(0)}/s, p99 ${figure.p99} ms, ${megabytes.at(-1)?.toFixed(0)} MB`,
      );
    }
  } finally {
    clearInterval(timer);
  }
  return { minutes, capacity, segments, megabytes };
}
