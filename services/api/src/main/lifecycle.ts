import type { Traces } from '@cytocomm/runtime';
import { assertDemandingRoles, type RoleSource } from '../identity/users/roles.ts';
import type { RepeatedJob } from '../platform/background/repeated-job.ts';
import type { Core } from '../platform/core.ts';
import { retryWithBackoff } from '../platform/database/retry.ts';
import { isDatabaseAway, RestoreRefusal } from '../platform/database/trouble.ts';
import type { Live } from '../platform/live/service.ts';
import type { Phase } from '../platform/operators/readiness.ts';
import { upgrade } from './schema/schema.ts';

/** How the service begins and ends the work that no call waits for. */
export interface Lifecycle {
  phase(): Phase;
  /** Resolves when the database is up to date and all work has started; waits for a database that is away. */
  readonly ready: Promise<void>;
  beginDrain(): void;
  /** Ends all work, once; resolves when it has ended. */
  end(): Promise<unknown>;
}

/** Begins the work of the service at once; none runs on a database that is restored. */
export function beginLifecycle(
  core: Core,
  jobs: readonly RepeatedJob[],
  live: Pick<Live, 'start' | 'stop'>,
  roles: RoleSource,
  traces: Traces | undefined,
): Lifecycle {
  const { database, outbox, log } = core;
  let phase: Phase = 'starting';
  /** No job runs on a database that is restored. */
  const runner: Pick<Traces, 'run'> = {
    run: async (name, about, work) => {
      await database.assertUsable();
      return traces === undefined ? work() : traces.run(name, about, work);
    },
  };
  const stopping = new AbortController();
  const ready = (async () => {
    await database.client;
    const mayPass = (error: unknown) => error instanceof RestoreRefusal || isDatabaseAway(error);
    await retryWithBackoff('use the database', database.begin, mayPass, log, stopping.signal);
    const bringUpToDate = () => upgrade(database.connection).then(() => assertDemandingRoles(core, roles));
    await retryWithBackoff('bring the database up to date', bringUpToDate, isDatabaseAway, log, stopping.signal);
    stopping.signal.throwIfAborted();
    outbox.start();
    for (const job of jobs) job.start(runner);
    await live.start();
    if (phase === 'starting') phase = 'running';
  })();
  ready.catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'the service did not become ready');
  });

  let ended: Promise<unknown> | undefined;
  const end = () => {
    stopping.abort();
    ended ??= Promise.all([live.stop(), outbox.stop(), ...jobs.map((job) => job.stop())]);
    return ended;
  };
  return {
    phase: () => phase,
    ready,
    beginDrain: () => {
      phase = 'draining';
    },
    end,
  };
}
