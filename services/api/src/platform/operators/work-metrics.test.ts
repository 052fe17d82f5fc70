import { createLog } from '@cytocomm/runtime';
import { Registry } from 'prom-client';
import { until } from '../../testing/clock.ts';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { Outbox } from '../mail/service.ts';
import { showWork } from './work-metrics.ts';

const noBacklog = async () => ({ waiting: 0, sending: 0, failed: 0, waitsSince: undefined });

function metricsOf(backlog: Outbox['backlog'], jobs: readonly RepeatedJob[] = []) {
  const registry = new Registry();
  showWork(registry, {
    database: { ageOf: (time) => Date.now() - time.getTime(), clockOffBy: () => 0 },
    checkDatabase: async () => 'away',
    outbox: {
      backlog,
      attempts: () => ({ sent: 4, away: 2, passing: 0, refused: 1, uncertain: 0 }),
      isServerAway: () => true,
    },
    jobs,
    isFeedOpen: () => true,
    feedBreaks: () => 2,
    log: createLog('silent'),
  });
  return registry;
}

it('a database that hangs does not delay the other metrics, and is asked once', async () => {
  jest.useFakeTimers();
  const hanging = Promise.withResolvers<never>();
  const backlog = jest.fn(() => hanging.promise);
  const registry = metricsOf(backlog);
  const answers = [registry.metrics(), registry.metrics()];
  await jest.advanceTimersByTimeAsync(2000);
  for (const text of await Promise.all(answers)) {
    expect(text).toContain('portal_live_feed_up 1');
    expect(text).toContain('portal_database_up 0');
    expect(text).not.toContain('portal_outbox_mails{');
  }
  expect(backlog).toHaveBeenCalledTimes(1);
  hanging.reject(new Error('away'));
  jest.useRealTimers();
});

it('attempts at mails are counted once by their outcome, and a server that is away is seen', async () => {
  const registry = metricsOf(async () => ({ waiting: 2, sending: 0, failed: 0, waitsSince: undefined }));
  await registry.metrics();
  const text = await registry.metrics();
  expect(text).toContain('portal_mail_attempts_total{outcome="sent"} 4');
  expect(text).toContain('portal_mail_attempts_total{outcome="away"} 2');
  expect(text).toContain('portal_mail_server_up 0');
});

it('failures of a job are counted once, however often they are read', async () => {
  let tries = 0;
  const sweep = repeatedJob(
    {
      name: 'sweep',
      everyMs: 600_000,
      run: (): Promise<void> => {
        tries += 1;
        if (tries < 3) sweep.hurry();
        return Promise.reject(new Error('away'));
      },
    },
    createLog('silent'),
  );
  const registry = metricsOf(noBacklog, [sweep]);
  sweep.start();
  await until('three failures', () => sweep.runs().failures === 3);
  for (const text of [await registry.metrics(), await registry.metrics()])
    expect(text).toContain('portal_job_failures_total{name="sweep"} 3');
  expect(await registry.metrics()).toContain('portal_job_interval_seconds{name="sweep"} 600');
  await sweep.stop();
});
