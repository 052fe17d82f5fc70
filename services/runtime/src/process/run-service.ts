import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createListener } from '../http/listener.ts';
import type { UnparsedReason } from '../http/unparsed-requests.ts';

/** How long idle connections stay open after the port is closed, in ms. */
const IDLE_GRACE_MS = 1000;
/** How long open requests may take at the end, in ms. With DRAIN_DELAY below the `stop_grace_period` of docker-compose.yml. */
export const DRAIN_DEADLINE_MS = 15_000;
/** How long everything else (jobs, mails, the database) may take after that, in ms. */
export const CLOSE_DEADLINE_MS = 5000;
/** How long the last log lines may take, in ms. */
const FLUSH_DEADLINE_MS = 1000;
/** For operators, an orchestrator and a scraper. */
const MAX_OPERATOR_CONNECTIONS = 100;

/** A service that a process runs. */
export interface Service {
  /** The public handler. */
  readonly app: RequestListener;
  /** The handler of /healthz, /readyz and /metrics, for the operators' listener. */
  readonly operatorApp: RequestListener;
  /** Resolves when the public listener can open. Rejects when the start failed. */
  readonly ready: Promise<void>;
  /** Counts a request that could not be read. */
  countUnparsed(this: void, reason: UnparsedReason): void;
  /** Makes `/readyz` 503; nothing else changes. */
  beginDrain(): void;
  /** Ends endless responses, refuses new ones, and starts no more work. */
  endStreams(): void;
  /** Closes everything; requests have ended before. */
  close(): Promise<void>;
}

/** Options of a process. */
export interface ProcessSettings {
  readonly host: string;
  readonly port: number;
  readonly operatorHost: string;
  readonly operatorPort: number;
  /** How long it reports that it is not ready before it refuses connections, in ms. */
  readonly drainDelayMs: number;
  /** The proxies before it, as TRUST_PROXY names them. */
  readonly trustProxy: readonly string[];
}

/**
 * Runs a service until SIGTERM, SIGINT or an uncaught error: then it reports that it is not ready, ends open requests, and
 * exits with 0, or 1 after an error. A second signal ends it at once. The operators' listener opens first, the public one when
 * the service is ready. Rejects when the start fails, with the service closed.
 */
export async function runService(service: Service, settings: ProcessSettings, log: Logger): Promise<void> {
  const listener = createListener(service.app, { proxies: settings.trustProxy }, service.countUnparsed);
  const operators = createListener(
    service.operatorApp,
    { maxConnections: MAX_OPERATOR_CONNECTIONS },
    service.countUnparsed,
  );
  let isOpen = false;
  let isStopping = false;
  let exitCode = 0;

  async function close(): Promise<void> {
    const timer = new AbortController();
    const timeout = pause(CLOSE_DEADLINE_MS, 'late', { signal: timer.signal }).catch(() => undefined);
    if ((await Promise.race([service.close(), timeout])) === 'late')
      log.warn('what was under way besides requests did not end in time; another process takes it up');
    timer.abort();
  }

  async function stop(delayMs: number): Promise<void> {
    service.beginDrain();
    // A proxy that has not noticed yet sends nothing on a connection that is about to close: it cannot send a change twice.
    listener.beginDrain();
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
    // The reader of the log may be gone.
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
    log.fatal({ err: error, origin }, 'an uncaught error ends the process; start another one');
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

  const started = async () => {
    const operatorPort = await operators.listen(settings.operatorPort, settings.operatorHost, 'OPERATOR_PORT');
    await service.ready;
    return isStopping ? undefined : { operatorPort, port: await listener.listen(settings.port, settings.host, 'PORT') };
  };
  const ports = await started().catch(async (error: unknown) => {
    // Closes what it has opened, such as the database.
    if (!isStopping) await close().catch((err: unknown) => log.warn({ err }, 'a failed start could not end well'));
    throw error;
  });
  if (ports === undefined) return;
  isOpen = true;
  // The parent process waits for this line, at any LOG_LEVEL.
  const places = {
    url: `http://${settings.host}:${ports.port}`,
    operatorUrl: `http://${settings.operatorHost}:${ports.operatorPort}`,
    node: process.version,
    environment: process.env.NODE_ENV || 'production',
  };
  log.child({}, { level: 'info' }).info(places, 'the service listens');
  log.flush();
}
