import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  isPrivatePortal,
  lockPublicKey,
  openReleaseDesk,
  type ReleaseDesk,
  readConfig,
  runCommand,
} from '@cytocomm/api';
import { createListener, freePort } from '@cytocomm/listener';
import { openDataDir, readSecrets } from '../portal/data-dir.ts';
import { takeDataDir } from '../portal/data-dir-lock.ts';
import { seedOnFirstRun } from '../portal/first-run.ts';
import { type Child, type KeptRunning, keepRunning } from '../portal/kept-running.ts';
import { listen, stopListening } from '../portal/listening.ts';
import { keepDatabase, keepMailbox } from '../portal/own-children.ts';
import { removeAddresses, writeAddresses } from '../portal/run-file.ts';
import { checkOwnMail, checkServiceSettings } from '../portal/setting-checks.ts';
import { CannotStart, type PortalSettings } from '../portal/settings.ts';
import { caddyEdge, type Edge, type EdgePlaces, nginxEdge } from './edge.ts';
import type { EdgeProgram } from './edge-program.ts';
import { startService } from './service-process.ts';

/** The processes of both services, by the names that docker-compose.yml and the edge have for them. */
const SERVICES = ['api-1', 'api-2', 'web-1', 'web-2'] as const;
/** Addresses of their own for the processes, as containers have them: Caddy asks all of them at one port. */
const OWN_HOSTS: Readonly<Record<(typeof SERVICES)[number], string>> = {
  'api-1': '127.0.0.11',
  'api-2': '127.0.0.12',
  'web-1': '127.0.0.13',
  'web-2': '127.0.0.14',
};
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
  readonly edges?: readonly EdgeProgram[];
  /** Tells the person at the terminal. */
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
export interface StackEdge {
  readonly name: EdgeProgram;
  readonly url: string;
  /** Where the web processes ask the API. */
  readonly innerUrl: string;
  readonly logFile: string;
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

interface Places {
  readonly host: string;
  readonly port: number;
  readonly operatorPort: number;
}

/** Chooses where the processes listen: at addresses of their own for Caddy, else at ports of their own. */
async function choosePlaces(withCaddy: boolean): Promise<ReadonlyMap<string, Places>> {
  const [port, api, web] = [await freePort(), await freePort(), await freePort()];
  const places = new Map<string, Places>();
  for (const name of SERVICES)
    places.set(
      name,
      withCaddy
        ? { host: OWN_HOSTS[name], port, operatorPort: name.startsWith('api') ? api : web }
        : { host: '127.0.0.1', port: await freePort(), operatorPort: await freePort() },
    );
  return places;
}

/** Returns the port of the setting, or a free one for 0. Throws CannotStart when it is in use. */
async function outerPort({ PORT }: PortalSettings, host: string): Promise<number> {
  if (PORT === 0) return freePort();
  const probe = createListener((_request, response) => response.end());
  const port = await listen(probe, PORT, host, 'PORT');
  await stopListening(probe);
  return port;
}

const asHost = (host: string) => (host === 'localhost' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host);

/**
 * Starts the shape of docker-compose.yml as plain processes: the edge before two processes of each service, on one database.
 * Each is started again when it ends. What was started is stopped again when a later step fails. Throws CannotStart.
 */
export async function startStack({ settings, given, promote, edges = ['nginx'], say }: StackOptions): Promise<Stack> {
  if (settings.NODE_ENV === 'production')
    throw new CannotStart(
      `${COMMAND} is for this machine, without TLS; in production docker-compose.yml has the same shape.`,
    );
  await using started = new AsyncDisposableStack();
  const dataDir = openDataDir(settings.DATA_DIR);
  started.use(takeDataDir(dataDir, COMMAND));
  const variables = { LOG_LEVEL: 'warn', ...readSecrets(dataDir), DRAIN_DELAY, ...given, NODE_ENV: settings.NODE_ENV };
  checkServiceSettings(variables);

  const host = asHost(settings.HOST);
  const port = await outerPort(settings, settings.HOST === 'localhost' ? '127.0.0.1' : settings.HOST);
  const url = settings.PUBLIC_URL ?? `http://localhost:${port}`;
  const isPrivate = isPrivatePortal({ environment: settings.NODE_ENV, publicUrl: url });
  checkOwnMail({ ...settings, PUBLIC_URL: url }, isPrivate);

  const dir = join(dataDir, 'stack');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { mode: 0o700 });
  const processes = new Map<string, StackProcess>();
  const givenUp: Promise<string>[] = [];
  const keep = <Started extends Child & { readonly pid: number }>(
    name: string,
    kept: KeptRunning<Started>,
    stops?: (() => Promise<void>)[],
  ) => {
    if (stops) stops.push(kept.stop);
    else started.defer(kept.stop);
    givenUp.push(kept.givenUp);
    processes.set(name, {
      name,
      pid: () => kept.current().pid,
      hold: kept.hold,
      ended: () => kept.current().ended,
    });
    return kept.first;
  };

  const places = await choosePlaces(edges.includes('caddy'));
  const outerPlaces = [
    `${host}:${port}`,
    ...(await Promise.all(edges.slice(1).map(async () => `${host}:${await freePort()}`))),
  ];
  const standing: { readonly edge: Edge; readonly at: EdgePlaces }[] = [];
  for (const [number, name] of edges.entries()) {
    const at: EdgePlaces = {
      services: new Map([...places].map(([service, place]) => [service, `${place.host}:${place.port}`])),
      operatorPorts: {
        api: places.get('api-1')?.operatorPort ?? 0,
        web: places.get('web-1')?.operatorPort ?? 0,
      },
      outer: outerPlaces[number] ?? '',
      inner: `127.0.0.1:${await freePort()}`,
      ...(isPrivate && { hostNames: ['localhost', '127.0.0.1', new URL(url).hostname] }),
    };
    standing.push({ edge: name === 'nginx' ? nginxEdge(dir, at) : caddyEdge(dir, at), at });
  }

  const mongoUri = settings.MONGODB_URI ?? keep('database', await keepDatabase(dataDir, say)).uri;
  const mailbox = settings.SMTP_URL ? undefined : keep('mail', await keepMailbox(settings.MAILBOX_PORT, say));
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
    await promote(desk);
  }

  const storeOf = (name: string) => join(dir, name);
  const settingsOf = (name: string, { host, port, operatorPort }: Places) => {
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
      API_URL: `http://${standing[0]?.at.inner}`,
      LOCK_PUBLIC_KEYS: lockPublicKey(readConfig(environment)),
    };
  };
  const services: { ready(): Promise<void> }[] = [];
  // What the web processes have brought goes after them, as with a container.
  started.defer(() => {
    for (const name of SERVICES) rmSync(storeOf(name), { recursive: true, force: true });
  });
  // All at once: each waits for DRAIN_DELAY.
  const stops: (() => Promise<void>)[] = [];
  started.defer(async () => void (await Promise.all(stops.map((stop) => stop()))));
  for (const [name, place] of places) {
    const variablesOfIt = settingsOf(name, place);
    const start = async () =>
      startService(name.startsWith('api') ? 'api' : 'web', variablesOfIt, join(dir, `${name}.log`));
    services.push(keep(name, await keepRunning(name, start, start, say), stops));
  }
  await Promise.all(services.map((service) => service.ready()));
  for (const { edge } of standing) {
    const start = async () => edge.start();
    await keep(edge.name, await keepRunning(`The edge (${edge.name})`, start, start, say)).ready();
  }

  const operatorUrls = new Map(
    [...places].map(([name, place]) => [name, `http://${place.host}:${place.operatorPort}`] as const),
  );
  const mailUrl = mailbox?.url ?? null;
  writeAddresses(dataDir, { url, mailUrl, operatorUrl: operatorUrls.get('api-1') ?? '', mongoUri, pid: process.pid });
  started.defer(() => removeAddresses(dataDir));
  const running = started.move();
  return {
    ...{ url, mailUrl, mongoUri, operatorUrls, processes, logDir: dir },
    edges: standing.map(({ edge: { name, logFile }, at }) => ({
      name,
      url: `http://${at.outer}`,
      innerUrl: `http://${at.inner}`,
      logFile,
    })),
    broken: Promise.race(givenUp),
    stop: () => running.disposeAsync(),
  };
}
