import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  isPrivatePortal,
  lockPublicKeys,
  openReleaseDesk,
  type ReleaseDesk,
  readConfig,
  runCommand,
} from '@cytocomm/api';
import { type Child, type KeptRunning, keepDatabase, keepMailbox, keepRunning } from '../portal/child-processes.ts';
import { openDataDir, readSecrets, takeDataDir } from '../portal/data-dir.ts';
import { seedOnFirstRun } from '../portal/database.ts';
import { removeAddresses, writeAddresses } from '../portal/run-file.ts';
import { throwForPerson } from '../portal/setting-checks.ts';
import type { PortalSettings } from '../portal/settings.ts';
import { caddyEdge, type EdgeProgram, nginxEdge } from './edge.ts';
import { chooseOuter, choosePlaces, makeStackFolder, type ServicePlace } from './places.ts';
import { startService } from './service-process.ts';

/** Seconds of "not ready" before a process that is asked to end takes no more connections; longer than Caddy needs to notice. */
const DRAIN_DELAY = '4';
const COMMAND = 'npm run stack';

/** What a stack is started with. */
export interface StackOptions {
  readonly settings: PortalSettings;
  /** The settings that are handed on to the services. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** Publishes and promotes what the pages are made of. */
  readonly promote: (desk: ReleaseDesk) => Promise<unknown>;
  /** Nginx alone by default. Several are beside each other, before the same processes; Caddy only where 127.0.0.11 is this machine. */
  readonly edges?: readonly [EdgeProgram, ...EdgeProgram[]];
  /** Shows a line to the person at the terminal. */
  readonly say: (line: string) => void;
}

/** A process of the stack, which is started again when it ends. */
interface StackProcess {
  readonly name: string;
  /** Returns the id of the process that runs now. */
  pid(): number;
  /** Keeps it away when it ends; returns what has it started again. */
  hold(): () => void;
  /** Resolves when the one that runs now has ended. */
  ended(): Promise<void>;
}

/** Where an edge of the stack is. */
interface StackEdge {
  readonly name: EdgeProgram;
  readonly url: string;
  /** Where the web processes ask the API. */
  readonly innerUrl: string;
  readonly logFile: string;
  /** What the edge's program itself says. */
  readonly errorFile: string;
  /** Where Caddy shows its metrics; nothing is there with nginx. */
  readonly metricsUrl: string;
}

/** A started stack. */
export interface Stack {
  readonly url: string;
  readonly mailUrl: string | null;
  readonly mongoUri: string;
  readonly edges: readonly StackEdge[];
  /** The operators' address of each process of a service, by its name. */
  readonly operatorUrls: ReadonlyMap<string, string>;
  /** The processes by name, in the order of their start. */
  readonly processes: ReadonlyMap<string, StackProcess>;
  /** Where the logs of the processes are. */
  readonly logDir: string;
  /** Resolves to a sentence when a process ended too often. */
  readonly broken: Promise<string>;
  /** Ends everything: the edge first, the database last. */
  stop(): Promise<void>;
}

/**
 * Starts the shape of docker-compose.yml as plain processes: the edge before two processes of each service, on one database.
 * Each is started again when it ends. What was started is stopped again when a later step fails. Throws CannotStart.
 */
export async function startStack({ settings, given, promote, edges = ['nginx'], say }: StackOptions): Promise<Stack> {
  await using started = new AsyncDisposableStack();
  const dataDir = openDataDir(settings.DATA_DIR);
  started.use(takeDataDir(dataDir, COMMAND));
  const variables = { LOG_LEVEL: 'warn', ...readSecrets(dataDir), DRAIN_DELAY, ...given, NODE_ENV: settings.NODE_ENV };
  const publicUrl = settings.PUBLIC_URL ?? 'http://localhost';
  const isPrivate = isPrivatePortal({ environment: settings.NODE_ENV, publicUrl });

  const outer = await chooseOuter(settings);
  const url = settings.PUBLIC_URL ?? `http://localhost:${outer.port}`;

  const dir = makeStackFolder(dataDir);
  const processes = new Map<string, StackProcess>();
  const givenUp: Promise<string>[] = [];
  const keep = <Started extends Child & { readonly pid: number }>(
    name: string,
    edgeProcess: KeptRunning<Started>,
    stops?: (() => Promise<void>)[],
  ) => {
    if (stops) stops.push(edgeProcess.stop);
    else started.defer(edgeProcess.stop);
    givenUp.push(edgeProcess.givenUp);
    processes.set(name, {
      name,
      pid: () => edgeProcess.current().pid,
      hold: edgeProcess.hold,
      ended: () => edgeProcess.current().ended,
    });
    return edgeProcess.first;
  };

  const places = await choosePlaces({ outer, edges, publicUrl: url });
  const standing = places.edges.map(({ name, at }) => ({
    edge: name === 'nginx' ? nginxEdge(dir, at) : caddyEdge(dir, at),
    at,
  }));
  const mongoUri = settings.MONGODB_URI ?? keep('database', await keepDatabase(dataDir, say)).uri;
  const hasMailServer = Boolean(settings.SMTP_URL || given.SMTP_URL_FILE);
  const mailbox = hasMailServer ? undefined : keep('mail', await keepMailbox(settings.MAILBOX_PORT, say));
  const environment = {
    ...variables,
    PUBLIC_URL: url,
    MONGODB_URI: mongoUri,
    SMTP_URL: settings.SMTP_URL ?? mailbox?.smtpUrl ?? '',
    TRUST_PROXY: 'loopback',
  };
  await runCommand('migrate', [], environment);
  if (isPrivate && !settings.MONGODB_URI) await seedOnFirstRun(dataDir, environment, say);
  {
    await using desk = await openReleaseDesk(environment);
    await promote(desk).catch(throwForPerson);
  }

  const storeOf = (name: string) => join(dir, name);
  const settingsOf = (name: string, { host, port, operatorPort }: ServicePlace) => {
    const common = {
      ...environment,
      ...{ HOST: host, PORT: String(port), OPERATOR_HOST: host, OPERATOR_PORT: String(operatorPort) },
    };
    if (name.startsWith('api')) return common;
    const store = storeOf(name);
    const folders = { RELEASES_DIR: join(store, 'releases'), LOCKS_DIR: join(store, 'locks') };
    for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
    return {
      ...common,
      ...folders,
      API_URL: places.apiUrl,
      LOCK_PUBLIC_KEYS: lockPublicKeys(readConfig(environment)),
    };
  };
  const services: { ready(): Promise<void> }[] = [];
  // What the web processes have brought goes after them, as with a container.
  started.defer(() => {
    for (const name of places.services.keys()) rmSync(storeOf(name), { recursive: true, force: true });
  });
  // All at once: each waits for DRAIN_DELAY.
  const stops: (() => Promise<void>)[] = [];
  started.defer(async () => void (await Promise.all(stops.map((stop) => stop()))));
  for (const [name, place] of places.services) {
    const variablesOfIt = settingsOf(name, place);
    const start = async () =>
      startService(name.startsWith('api') ? 'api' : 'web', variablesOfIt, join(dir, `${name}.log`));
    services.push(keep(name, await keepRunning(name, start, start, say), stops));
  }
  await Promise.all(services.map((service) => service.ready()));
  const stackEdges: StackEdge[] = [];
  for (const { edge, at } of standing) {
    const start = async () => edge.start();
    const edgeProcess = await keepRunning(`The edge (${edge.name})`, start, start, say);
    await keep(edge.name, edgeProcess).ready();
    const { name, logFile, errorFile } = edge;
    const places = { url: `http://${at.outer}`, innerUrl: `http://${at.inner}`, metricsUrl: `http://${at.metrics}` };
    stackEdges.push({ name, logFile, errorFile, ...places });
  }

  const operatorUrls = new Map(
    [...places.services].map(([name, place]) => [name, `http://${place.host}:${place.operatorPort}`] as const),
  );
  const mailUrl = mailbox?.url ?? null;
  writeAddresses(dataDir, { url, mailUrl, operatorUrl: operatorUrls.get('api-1') ?? '', mongoUri, pid: process.pid });
  started.defer(() => removeAddresses(dataDir));
  const running = started.move();
  return {
    ...{ url, mailUrl, mongoUri, operatorUrls, processes, logDir: dir },
    edges: stackEdges,
    broken: Promise.race(givenUp),
    stop: () => running.disposeAsync(),
  };
}
