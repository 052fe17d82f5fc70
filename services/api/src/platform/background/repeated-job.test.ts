import { Writable } from 'node:stream';
import { mongo } from 'mongoose';
import { pino } from 'pino';
import { until } from '../../testing/clock.ts';
import { repeatedJob } from './repeated-job.ts';

it('a job that fails turn after turn has one line, and one when it works again; without the database it has none', async () => {
  const lines: string[] = [];
  const sink = new Writable({ write: (line, _encoding, done) => done(void lines.push(JSON.parse(String(line)).msg)) });
  const outcomes = [
    new mongo.MongoNetworkError('connection refused'),
    ...[new Error('a'), new Error('b'), new mongo.MongoNetworkError('reset'), new Error('c')],
    undefined,
  ];
  let turns = 0;
  const run = async () => {
    const failure = outcomes[turns++];
    if (turns < outcomes.length) job.hurry();
    if (failure !== undefined) throw failure;
  };
  const job = repeatedJob({ name: 'sweep', everyMs: 600_000, run }, pino(sink));
  job.start();
  await until('a success', () => job.runs().succeededAt !== undefined);
  await job.stop();
  expect(job.runs().failures).toBe(5);
  expect(lines).toEqual(['a job failed; it is tried again', 'over: a job failed; it is tried again']);
});
