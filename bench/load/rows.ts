import { alone, compare, type Row } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { LOAD_TARGETS, SOAK_MEMORY_TARGET } from '../targets.ts';
import type { LoadFigure } from './cannon.ts';
import type { LoadFigures, LoadRounds } from './measure.ts';
import type { SoakFigures } from './soak.ts';

const rate = (value: number) => `${value.toFixed(0)}/s`;
const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
const megabytes = (value: number) => `${value.toFixed(1)} MB`;

/** The round whose ratio is the middle one, so that both its figures are of the same moment. Throws when there is none. */
function middleRound({ name, ours, theirs }: LoadRounds): { ours: LoadFigure; theirs: LoadFigure } {
  const rounds = ours.flatMap((our, round) => {
    const their = theirs[round];
    return their === undefined ? [] : [{ ours: our, theirs: their, ratio: our.perSecond / their.perSecond }];
  });
  const middle = rounds.toSorted((a, b) => a.ratio - b.ratio)[Math.floor((rounds.length - 1) / 2)];
  if (middle === undefined) throw new RangeError(`there is no round of ${name}`);
  return middle;
}

/** Returns the rates and times under load beside the bare contender's, of the middle round. */
export function loadRows({ loads, listeners }: LoadFigures): Row[] {
  const bare = 'bare Express';
  const rows = loads.flatMap((load) => {
    const { name } = load;
    const { ours, theirs } = middleRound(load);
    const both = (of: keyof LoadFigure) => [ours[of], theirs[of]] as const;
    return [
      compare('load', name, rate, both('perSecond'), bare, LOAD_TARGETS[name]),
      compare('load', `${name}, p50`, milliseconds, both('p50'), bare, undefined),
      compare('load', `${name}, p99`, milliseconds, both('p99'), bare, undefined),
    ];
  });
  const heard = (share: number) =>
    [percentile(listeners.ours.afterMs, share), percentile(listeners.theirs.afterMs, share)] as const;
  const what = `an event at ${listeners.ours.listeners} listeners`;
  return [
    ...rows,
    compare('load', `${what}, p50`, milliseconds, heard(0.5), bare, undefined),
    compare('load', `${what}, p99`, milliseconds, heard(0.99), bare, undefined),
  ];
}

/** Returns the memory of the last third beside the middle third, and the slowest minute's times. */
export function soakRows({ minutes, capacity, segments, megabytes: held }: SoakFigures): Row[] {
  const third = Math.floor(held.length / 3);
  const [middle, last] = [median(held.slice(third, 2 * third)), median(held.slice(2 * third))];
  const slowest = Math.max(...segments.map(({ p99 }) => p99));
  const answered = median(segments.map(({ perSecond }) => perSecond));
  return [
    compare('soak', `answers over ${minutes} min`, rate, [answered, capacity], 'at most', undefined),
    {
      ...alone('soak', 'p99 of the slowest minute', milliseconds, slowest, { atMost: Infinity }),
      target: '',
      met: undefined,
    },
    compare('soak', 'memory of the last third', megabytes, [last, middle], 'the middle third', SOAK_MEMORY_TARGET),
  ];
}
