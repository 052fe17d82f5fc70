import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createListener } from './listener.ts';

/** How long connections at rest stay open after the port is closed: a proxy may be sending on one in that moment. */
const IDLE_GRACE_MS = 1000;
/** How long requests may take to end. With DRAIN_DELAY it stays below the `stop_grace_period` of docker-compose.yml. */
export const DRAIN_DEADLINE_MS = 15_000;
/** How long everything else (jobs, mails on their way, the database) may take to end after that. */
export const CLOSE_DEADLINE_MS = 5000;
/** How long the last lines of the log may take to be written. */
const FLUSH_DEADLINE_MS = 1000;
/** Operators, an orchestrator and a scraper: few, even when each asks anew. */
const MAX_OPERATOR_CONNECTIONS = 100;

/** A service that a process runs. */
export interface Service {
  /** What everybody reaches. */
  readonly app: RequestListener;
  /** /healthz, /readyz and /metrics, for a listener that only operators reach. */
  readonly operatorApp: RequestListener;
  /** Resolves when it can answer; until then only operators are. Rejects when that will never be. */
  readonly ready: Promise<void>;
  /** From now on `/readyz` is 503; nothing else changes. */
  beginDrain(): void;
  /** Ends the answers that would go on for ever, takes no new ones, and begins no more work of its own. */
  endStreams(): void;
  /** Lets go of everything; requests have ended before. */
  close(): Promise<void>;
}

/** Where a process listens, and how it ends. */
export interface ProcessSettings {
  readonly host: string;
  readonly port: number;
  readonly operatorHost: string;
  readonly operatorPort: number;
  /** How long it says that it is not ready before it takes no more connections, in ms. */
  readonly drainDelayMs: number;
}

/**
 * Runs a service in this process until it is asked to end (SIGTERM, SIGINT) or an error was caught by nobody: then it says that
 * it is not ready, ends what is under way, and exits with 0, or with 1 after such an error. A second signal ends it at once.
 * The operators' listener is open first, so that a start that waits can be seen; the other one when the service is ready.
 * Rejects when the start fails.
 */
export async function runService(service: Service, settings: ProcessSettings, log: Logger): Promise<void> {
  const listener = createListener(service.app);
  const operators = createListener(service.operatorApp, { maxConnections: MAX_OPERATOR_CONNECTIONS });
  let isOpen = false;
  let isStopping = false;
  let exitCode = 0;

  async function close(): Promise<void> {
    const patience = new AbortController();
    const late = pause(CLOSE_DEADLINE_MS, 'late', { signal: patience.signal }).catch(() => undefined);
    if ((await Promise.race([service.close(), late])) === 'late')
      log.warn('what was under way besides requests did not end in time; another process takes it up');
    patience.abort();
  }

  async function stop(delayMs: number): Promise<void> {
    service.beginDrain();
    if (isOpen) await pause(delayMs);
    service.endStreams();
    const idleGraceMs = Math.min(settings.drainDelayMs, IDLE_GRACE_MS);
    const cutOff = await listener.drain({ idleGraceMs, deadlineMs: DRAIN_DEADLINE_MS });
    if (cutOff > 0) log.warn({ connections: cutOff }, 'requests did not end in time and were cut off');
    await operators.drain({ idleGraceMs: 0, deadlineMs: 0 });
    await close();
    log.info('stopped');
  }

  function exit(): void {
    // Nobody may be reading the log any more.
    setTimeout(() => process.exit(exitCode), FLUSH_DEADLINE_MS);
    log.flush(() => process.exit(exitCode));
  }

  function stopOnce(delayMs: number): void {
    isStopping = true;
    stop(delayMs)
      .catch((error: unknown) => {
        exitCode = 1;
        log.fatal({ err: error }, 'the process could not end well');
      })
      .finally(exit);
  }

  process.on('uncaughtException', (error, origin) => {
    exitCode = 1;
    log.fatal({ err: error, origin }, 'an error was caught by nobody; the process ends, another should be started');
    if (!isStopping) stopOnce(0);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) {
        exitCode = 1;
        log.warn({ signal }, 'asked to end a second time: the process ends at once');
        exit();
        return;
      }
      log.info({ signal }, 'the process ends what is under way');
      stopOnce(settings.drainDelayMs);
    });
  }

  const operatorPort = await operators.listen(settings.operatorPort, settings.operatorHost, 'OPERATOR_PORT');
  await service.ready;
  if (isStopping) return;
  const port = await listener.listen(settings.port, settings.host, 'PORT');
  isOpen = true;
  const places = {
    url: `http://${settings.host}:${port}`,
    operatorUrl: `http://${settings.operatorHost}:${operatorPort}`,
  };
  process.stdout.write(`${JSON.stringify(places)}\n`);
}
