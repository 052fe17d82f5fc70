import { pino } from 'pino';
import { createClockWatch } from './process-metrics.ts';

it('says once that a clock is off, in either direction, and once that it is right again', () => {
  const lines: { readonly level: number; readonly seconds: number }[] = [];
  const watch = createClockWatch(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));
  for (const seconds of [0, 119, 121, 3600, -3600, 30, 0, -119, -121]) watch(seconds * 1000);
  expect(lines.map(({ level, seconds }) => [level, seconds])).toEqual([
    [40, 121],
    [30, 30],
    [40, -121],
  ]);
});
