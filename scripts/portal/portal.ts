import { rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type ApiOptions, ConfigurationError, createApi, readConfig } from '@cytocomm/api';
import { createListener } from '@cytocomm/listener';
import { startMailboxProcess } from '@cytocomm/mailbox';
import type { ReleaseStore } from '@cytocomm/remote-tools';
import { createWebApp, lockFolder, readWebConfig } from '@cytocomm/web';
import pino from 'pino';
import { buildChanged } from '../build.ts';
import { readWorkspaceNames } from '../workspaces.ts';
import { promoteBuilds, storeOf } from './compose.ts';
import { openDataDir, readSecrets } from './data-dir.ts';
import { seedOnFirstRun } from './first-run.ts';
import { listen, stopListening } from './listening.ts';
import { startOwnDatabase } from './own-database.ts';
import { CannotStart, type PortalSettings } from './settings.ts';

/** Where a running portal answers; written to `run.json` in the data folder. */
export interface RunningPortal {
  readonly url: string;
  readonly mailUrl: string | null;
  readonly operatorUrl: string;
  readonly mongoUri: string;
  readonly pid: number;
}

/** A started portal. */
export interface Portal {
  readonly addresses: RunningPortal;
  /** Lets running requests end, stops everything that was started, in reverse order. */
  stop(): Promise<void>;
}

/** What the portal's pages are made from. */
export interface PortalPages {
  /** Holds the releases and the lock in force. */
  readonly store: ReleaseStore;
  /** Only development has it: answers requests before anybody else does, and adds scripts to every page. */
  readonly development?: {
    readonly scripts: readonly string[];
    handle(request: IncomingMessage, response: ServerResponse): boolean;
    close(): Promise<void>;
  };
}

/** Puts a lock in force, so that there are pages when this resolves. */
export type PagesSource = (dataDir: string, say: (line: string) => void) => Promise<PortalPages>;

/** The pages of `npm start`: production builds of what is in this checkout. */
const builtPages: PagesSource = async (dataDir, say) => {
  const store = storeOf(dataDir);
  promoteBuilds(store, await buildChanged(readWorkspaceNames(), say));
  return { store };
};

function isApiCall(url = '/'): boolean {
  return /^\/(api|healthz)(?=[/?]|$)/.test(url);
}

function printLink(say: (line: string) => void): NonNullable<ApiOptions['showLink']> {
  return (email, url, code) => say(`\n  Sign-in link for ${email} (code ${code}):\n  ${url}`);
}

const notReadyYet: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Retry-After': '2', 'Content-Type': 'text/plain' });
  response.end('The portal is starting.');
};

/** Finds a wrong setting of the API before anything is built or started. Throws CannotStart. */
function checkServiceSettings(given: Readonly<Record<string, string | undefined>>): void {
  try {
    // What the start itself finds out later stands in for now.
    readConfig({ MONGODB_URI: 'mongodb://127.0.0.1', SMTP_URL: 'smtp://127.0.0.1', ...given });
  } catch (error) {
    if (error instanceof ConfigurationError) throw new CannotStart(error.message, { cause: error });
    throw error;
  }
}

async function ownDatabase(dataDir: string): ReturnType<typeof startOwnDatabase> {
  try {
    return await startOwnDatabase(dataDir);
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Where this process reaches its own API, whatever name the world has for it. */
function ownAddress(settings: PortalSettings, port: number): string {
  const everywhere = settings.HOST === '0.0.0.0' || settings.HOST === '::';
  return `http://${everywhere ? 'localhost' : settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST}:${port}`;
}

function originOf(settings: PortalSettings, port: number): string {
  return settings.PUBLIC_URL ?? `http://localhost:${port}`;
}

/**
 * Starts the whole portal in this process (pages and API behind one address) with the database and the mail catcher as
 * child processes where no others are named. What was started is stopped again when a later step fails.
 * Throws CannotStart with one sentence for the person at the terminal.
 */
export async function startPortal(
  settings: PortalSettings,
  say: (line: string) => void,
  pagesSource: PagesSource = builtPages,
): Promise<Portal> {
  await using started = new AsyncDisposableStack();
  const dataDir = openDataDir(settings.DATA_DIR);
  const production = settings.NODE_ENV === 'production';
  const given = {
    // The terminal is for the person; what goes wrong is printed, the rest is asked for with LOG_LEVEL.
    LOG_LEVEL: 'warn',
    ...(production ? {} : readSecrets(dataDir)),
    ...process.env,
    NODE_ENV: settings.NODE_ENV,
  };
  checkServiceSettings(given);

  let handle = notReadyYet;
  const listener = createListener((request, response) => handle(request, response));
  const port = await listen(listener, settings.PORT, settings.HOST, 'PORT');
  started.defer(() => stopListening(listener));
  const url = originOf(settings, port);

  const { store, development } = await pagesSource(dataDir, say);
  if (development) started.defer(() => development.close());

  const mongo = settings.MONGODB_URI ? undefined : await ownDatabase(dataDir);
  if (mongo) started.defer(() => mongo.stop());
  const mailbox = settings.SMTP_URL
    ? undefined
    : await startMailboxProcess({ smtpPort: 0, httpPort: settings.MAILBOX_PORT });
  if (mailbox) started.defer(() => mailbox.stop());

  const mongoUri = settings.MONGODB_URI ?? mongo?.uri ?? '';
  const environment = {
    ...given,
    PUBLIC_URL: url,
    MONGODB_URI: mongoUri,
    SMTP_URL: settings.SMTP_URL ?? mailbox?.smtpUrl ?? '',
  };
  const log = pino({ name: 'portal' }, pino.destination({ dest: join(dataDir, 'portal.log'), mkdir: true }));
  const api = await createApi(readConfig(environment), production ? {} : { showLink: printLink(say) });
  started.defer(() => api.close());
  // Undone before everything above: requests end while the database is still there.
  started.defer(() => {
    api.endStreams();
    return stopListening(listener);
  });
  await api.ready;
  if (!production) await seedOnFirstRun(dataDir, environment, say);
  const web = createWebApp({
    config: readWebConfig({
      API_URL: ownAddress(settings, port),
      ...environment,
      RELEASES_DIR: store.releasesDir,
      LOCKS_DIR: store.locksDir,
    }),
    locks: lockFolder(store.locksDir),
    log,
    development,
  });
  handle = (request, response) => {
    if (!development?.handle(request, response)) (isApiCall(request.url) ? api.app : web)(request, response);
  };

  const operators = createListener(api.operatorApp);
  const operatorPort = await listen(operators, settings.OPERATOR_PORT, '127.0.0.1', 'OPERATOR_PORT');
  started.defer(() => stopListening(operators));

  const addresses: RunningPortal = {
    url,
    mailUrl: mailbox?.url ?? null,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    mongoUri,
    pid: process.pid,
  };
  const runFile = join(dataDir, 'run.json');
  writeFileSync(runFile, `${JSON.stringify(addresses, null, 2)}\n`);
  started.defer(() => rmSync(runFile, { force: true }));
  log.info({ addresses, lock: store.currentLock()?.id }, 'the portal is ready');

  const running = started.move();
  return { addresses, stop: () => running.disposeAsync() };
}
