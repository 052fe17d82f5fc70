import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  type ApiOptions,
  createApi,
  isPrivatePortal,
  lockPublicKeys,
  type ReleaseDesk,
  readConfig,
} from '@cytocomm/api';
import { openReleaseStore } from '@cytocomm/remote-tools';
import { createListener, createLog, proxiesSchema, readBuild, type UnparsedReason } from '@cytocomm/runtime';
import { createWebApp, lockFolder, readWebConfig, signersOf, startReplica, type WebConfig } from '@cytocomm/web';
import { ROOT, readWorkspaceNames } from '../workspaces.ts';
import { keepDatabase, keepMailbox, startTrials } from './child-processes.ts';
import { openDataDir, readSecrets, takeDataDir } from './data-dir.ts';
import { seedOnFirstRun } from './database.ts';
import { listen, refusesHost, stopListening } from './listener.ts';
import { asWorkingCopy, publishBuilds } from './publish-builds.ts';
import { type RunningPortal, removeAddresses, writeAddresses } from './run-file.ts';
import { throwForPerson } from './setting-checks.ts';
import type { PortalSettings } from './settings.ts';

/** A started portal. */
export interface Portal {
  readonly addresses: RunningPortal;
  /** The settings by which another start takes the same ports. */
  readonly ports: Readonly<Record<string, string>>;
  /** Resolves to a sentence when something that it cannot do without is gone for good. */
  readonly broken: Promise<string>;
  /** Starts what tries published releases in a browser, where there is one; the rest does not wait for it. Says so where there is none. */
  startTrials(): void;
  /** Lets running requests end, stops everything that was started, in reverse order. */
  stop(): Promise<void>;
}

/** What the portal's pages are made from. */
interface PortalPages {
  /** Where releases and locks lie for web. */
  readonly folders: Pick<WebConfig, 'RELEASES_DIR' | 'LOCKS_DIR'>;
  /** Publishes and promotes what the pages are made of; web then follows the database. Without, the folders hold all. */
  readonly promote?: (desk: ReleaseDesk) => Promise<unknown>;
  /** Only development has it: answers requests first, and lets pages load scripts from further folders. */
  readonly development?: {
    readonly scripts: readonly string[];
    readonly scriptFolders: readonly string[];
    handle(request: IncomingMessage, response: ServerResponse): boolean;
    close(): Promise<void>;
  };
}

/** Builds what the pages are made of, while the database starts. */
export type PagesSource = (dataDir: string, say: (line: string) => void) => Promise<PortalPages>;

/** The pages of `npm start`: production builds of what is in this checkout. */
const builtPages: PagesSource = async (dataDir, say) => {
  const folders = { RELEASES_DIR: join(dataDir, 'releases'), LOCKS_DIR: join(dataDir, 'locks') };
  // All other pages do without what builds.
  const { buildChanged } = await import('../build.ts');
  const builds = (await buildChanged(readWorkspaceNames(), say)).map(asWorkingCopy);
  // What lies on this disk need not come back from the database.
  const store = openReleaseStore(dataDir);
  for (const { distDir } of builds) store.publish(distDir);
  return {
    folders,
    promote: (desk) => publishBuilds(desk, builds, { by: 'npm start', reason: 'What the checkout holds' }),
  };
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

/** Throws why a child did not start. */
function startedOf<Started>(child: PromiseSettledResult<Started>): Started {
  if (child.status === 'rejected') throw child.reason;
  return child.value;
}

/** The address at which this process reaches its own API. */
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
  command = 'npm start',
): Promise<Portal> {
  await using started = new AsyncDisposableStack();
  const production = settings.NODE_ENV === 'production';
  const isPrivate = isPrivatePortal({ environment: settings.NODE_ENV, publicUrl: originOf(settings, settings.PORT) });
  const dataDir = openDataDir(settings.DATA_DIR);
  started.use(takeDataDir(dataDir, command));
  const variables: Readonly<Record<string, string | undefined>> & { readonly LOG_LEVEL: string } = {
    // The terminal is for the person; what goes wrong is printed, the rest is asked for with LOG_LEVEL.
    LOG_LEVEL: 'warn',
    ...(production ? {} : readSecrets(dataDir)),
    ...process.env,
    NODE_ENV: settings.NODE_ENV,
  };

  let handle = notReadyYet;
  let refuses = (_request: IncomingMessage, _response: ServerResponse) => false;
  let unparsed: (reason: UnparsedReason) => void = () => undefined;
  const listener = createListener(
    (request, response) => {
      if (!refuses(request, response)) handle(request, response);
    },
    { proxies: proxiesSchema.default([]).parse(variables.TRUST_PROXY || undefined) },
    (reason) => unparsed(reason),
  );
  const port = await listen(listener, settings.PORT, settings.HOST, 'PORT');
  started.defer(() => stopListening(listener));
  const url = originOf(settings, port);
  if (!production) refuses = refusesHost(url);

  const preparing = pagesSource(dataDir, say);
  // What fails is told where it is waited for.
  preparing.catch(() => undefined);
  const children = await Promise.allSettled([
    settings.MONGODB_URI ? undefined : keepDatabase(dataDir, say),
    settings.SMTP_URL || variables.SMTP_URL_FILE ? undefined : keepMailbox(settings.MAILBOX_PORT, say),
  ]);
  for (const child of children)
    started.defer(async () => {
      if (child.status === 'fulfilled') await child.value?.stop();
    });
  const [mongo, mailbox] = [startedOf(children[0]), startedOf(children[1])];

  const { folders, promote, development } = await preparing;
  if (development) started.defer(() => development.close());

  const mongoUri = settings.MONGODB_URI ?? mongo?.first.uri ?? '';
  const environment = {
    ...variables,
    PUBLIC_URL: url,
    MONGODB_URI: mongoUri,
    SMTP_URL: settings.SMTP_URL ?? mailbox?.first.smtpUrl ?? '',
  };
  const log = createLog('info', readBuild('portal', ROOT), join(dataDir, 'portal.log'));
  const apiConfig = readConfig(environment);
  const api = await createApi(apiConfig, isPrivate ? { showLink: printLink(say) } : {});
  started.defer(() => api.close());
  unparsed = api.countUnparsed;
  // Undone before everything above: requests end while the database is still there.
  started.defer(() => {
    api.beginDrain();
    api.endStreams();
    return stopListening(listener);
  });
  await api.ready.catch(throwForPerson);
  const filling = await Promise.allSettled([
    isPrivate && seedOnFirstRun(dataDir, environment, say),
    promote?.(api).catch(throwForPerson),
  ]);
  for (const each of filling) startedOf(each);
  const webConfig = readWebConfig({
    API_URL: ownAddress(settings, port),
    ...environment,
    ...folders,
    // The replica is started here.
    MONGODB_URI: '',
    // Locks of development builds are unsigned.
    LOCK_PUBLIC_KEYS: promote && lockPublicKeys(apiConfig),
  });
  const replica = promote && startReplica(mongoUri, webConfig, log);
  if (replica) started.use(replica);
  await replica?.first;
  const locks = lockFolder(folders.LOCKS_DIR, log, signersOf(webConfig));
  const web = createWebApp({
    config: webConfig,
    locks,
    fetchRelease: replica?.fetchEarlier,
    // A log line for each request only with LOG_LEVEL.
    log: log.child({}, { level: environment.LOG_LEVEL }),
    development,
    warmsUp: !development,
    // Also where locks are not signed: the API of this process has signed the permission.
    permissionKeys: apiConfig.lockPublicKeys,
  });
  handle = (request, response) => {
    if (!development?.handle(request, response)) (isApiCall(request.url) ? api.app : web)(request, response);
  };

  const lock = await locks.current().catch(throwForPerson);
  const operators = createListener((request, response) => {
    if (!refuses(request, response)) api.operatorApp(request, response);
  });
  const operatorPort = await listen(operators, settings.OPERATOR_PORT, '127.0.0.1', 'OPERATOR_PORT');
  started.defer(() => stopListening(operators));

  const addresses: RunningPortal = {
    url,
    mailUrl: mailbox?.first.url ?? null,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    mongoUri,
    pid: process.pid,
  };
  writeAddresses(dataDir, addresses);
  started.defer(() => removeAddresses(dataDir));
  log.info({ url, operatorUrl: addresses.operatorUrl, lock: lock.id }, 'the portal is ready');

  const running = started.move();
  const broken = Promise.race([mongo, mailbox].flatMap((kept) => (kept ? [kept.givenUp] : [])));
  const ports = {
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    ...(mailbox ? { MAILBOX_PORT: new URL(mailbox.first.url).port } : {}),
  };
  return {
    addresses,
    ports,
    broken,
    startTrials: () => {
      if (!promote) return;
      const trials = startTrials(environment, say);
      running.defer(async () => (await trials)?.stop());
    },
    stop: () => running.disposeAsync(),
  };
}
