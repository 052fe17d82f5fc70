import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os';
import { join } from 'node:path';
import {
  auditPages,
  auditRows,
  buildRows,
  changeRows,
  dashboardRows,
  databaseRows,
  documentRows,
  formatTable,
  homeRows,
  layerRows,
  lighthouseRows,
  liveRows,
  loadRows,
  measureAudit,
  measureChanges,
  measureDashboard,
  measureDatabase,
  measureDocuments,
  measureHome,
  measureLayers,
  measureLoad,
  measurePages,
  measureReleases,
  measureSignIn,
  measureSoak,
  openBrowser,
  openContenders,
  pageRows,
  publicPaths,
  type Row,
  reachListeners,
  releaseRows,
  signInRows,
  soakRows,
  startPortal,
  timeBuilds,
  timeSecondBrowser,
} from '@cytocomm/bench';
import { openReleaseStore, type ReleaseStore } from '@cytocomm/remote-tools';
import { buildChanged } from './build.ts';
import { findChromium } from './checks/chromium.ts';
import { readCommandLine } from './command-line.ts';
import { endWithFailure, whenLeftAlone } from './portal/command.ts';
import { openDataDir } from './portal/data-dir.ts';
import { CannotStart, readSettings } from './portal/settings.ts';
import { readWorkspaceNames } from './workspaces.ts';

const PARTS = [
  'home',
  'pages',
  'lighthouse',
  'build',
  'documents',
  'live',
  'sign-in',
  'releases',
  'dashboard',
  'audit',
  'layers',
  'load',
  'soak',
  'database',
] as const;
type Part = (typeof PARTS)[number];

/** Lighthouse takes long, and the median of three is steady enough. */
const LIGHTHOUSE_RUNS = 3;
const SOAK_MINUTES = 10;

const USAGE = `usage: npm run bench                  Home and every public page beside the same sources as one application, Lighthouse, build times, documents, live events, sign-in, releases, the dashboard, the audit trail, the layers of a request, load, a soak of ten minutes, the database
       npm run bench -- --runs N      visits of each contender under each condition, and rounds of each transfer (7)
       npm run bench -- --only PART   one of ${PARTS.join(', ')}
       npm run bench:database         the database alone
`;
const say = (line: string) => void process.stdout.write(`${line}\n`);

interface Wanted {
  readonly runs: number;
  readonly parts: readonly Part[];
}

/** What the command line asks for. Throws CannotStart when that is nothing there is. */
function readWanted(): Wanted {
  const options = { runs: { type: 'string', default: '7' }, only: { type: 'string' } } as const;
  const { values } = readCommandLine({ usage: USAGE, options });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new CannotStart(`--runs wants a number of visits, not "${values.runs}".`);
  const parts = PARTS.filter((part) => values.only === undefined || values.only === part);
  if (parts.length === 0) throw new CannotStart(`--only wants one of ${PARTS.join(', ')}, not "${values.only}".`);
  return { runs, parts };
}

function publish(workDir: string, name: string, rows: readonly Row[], measured: Record<string, unknown>): void {
  const cores = availableParallelism();
  const [load = 0] = loadavg();
  const machine = { processor: cpus()[0]?.model, cores, load, platform: platform(), arch: arch() };
  const file = join(workDir, `${name}.json`);
  const content = { measuredAt: new Date().toISOString(), machine, node: process.version, rows, ...measured };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  say(`\n${formatTable(rows)}\n\nwritten to ${file}`);
  if (load > cores * 2) say(`This machine is busy (load ${load.toFixed(1)} on ${cores} cores): its times say little.`);
}

/** Promotes what the checkout holds. */
async function promoteBuilds(store: ReleaseStore) {
  const [shell, ...remotes] = (await buildChanged(readWorkspaceNames(), say)).map(({ distDir }) =>
    store.publish(distDir),
  );
  if (!shell) throw new Error('there is no shell');
  return store.promote(shell, remotes);
}

async function home(workDir: string, runs: number): Promise<void> {
  const executablePath = findChromium(say);
  const store = openReleaseStore(join(workDir, 'store'));
  const lock = await promoteBuilds(store);
  say('Building the monolith …');
  await using contenders = await openContenders(store, lock, workDir, say);
  await using browser = await openBrowser(executablePath);
  say(`Visiting Home: ${contenders.all.map(({ name }) => name).join(', ')}`);
  const results = await measureHome(browser, contenders.all, runs, say);
  publish(workDir, 'home', homeRows(results), { lock: lock.id, chromium: browser.version(), runs, results });
}

async function pages(workDir: string, runs: number): Promise<void> {
  const executablePath = findChromium(say);
  const store = openReleaseStore(join(workDir, 'store'));
  const lock = await promoteBuilds(store);
  say('Building the monolith …');
  await using contenders = await openContenders(store, lock, workDir, say, publicPaths(lock));
  await using browser = await openBrowser(executablePath);
  say('Visiting every public page, throttled …');
  const paints = await measurePages(browser, contenders.all, runs, say);
  publish(workDir, 'pages', pageRows(paints), { lock: lock.id, chromium: browser.version(), runs, paints });
}

async function lighthouse(workDir: string, runs: number): Promise<void> {
  const executablePath = findChromium(say);
  const store = openReleaseStore(join(workDir, 'store'));
  const paths = publicPaths(await promoteBuilds(store));
  await using portal = await startPortal(join(workDir, 'portal'));
  const times = Math.min(runs, LIGHTHOUSE_RUNS);
  say(`Lighthouse: ${paths.length} pages, mobile and desktop, ${times} times each …`);
  const scores = await auditPages(executablePath, portal.url, paths, times, say);
  publish(workDir, 'lighthouse', lighthouseRows(scores), { runs: times, scores });
}

async function build(workDir: string): Promise<void> {
  const remotes = readWorkspaceNames().filter((name) => name !== 'shell');
  say('Timing cold builds …');
  const times = await timeBuilds(remotes, workDir, say);
  publish(workDir, 'build', buildRows(times), { times });
}

async function documents(workDir: string, runs: number): Promise<void> {
  await using portal = await startPortal(join(workDir, 'portal'));
  say('Documents: portal and bare contender on one database …');
  const figures = await measureDocuments(portal, runs, say);
  publish(workDir, 'documents', documentRows(figures), { runs, figures });
}

async function live(workDir: string): Promise<void> {
  const executablePath = findChromium(say);
  await using portal = await startPortal(join(workDir, 'portal'));
  say('Live events: many listeners, then two browsers …');
  const reach = await reachListeners(portal);
  await using browser = await openBrowser(executablePath);
  const secondBrowserMs = await timeSecondBrowser(browser, portal);
  publish(workDir, 'live', liveRows(reach, secondBrowserMs), { reach, secondBrowserMs });
}

async function signIn(workDir: string): Promise<void> {
  say('Sign-in: completions, lookups, searches …');
  const figures = await measureSignIn(say);
  publish(workDir, 'sign-in', signInRows(figures), { figures });
}

async function releases(workDir: string, runs: number): Promise<void> {
  const [build] = await buildChanged(['mfe-investor'], say);
  if (!build) throw new Error('mfe-investor was not built');
  say('Releases: publishing, promotion and roll-back on two web processes; a page and a file …');
  const figures = await measureReleases(build, workDir, runs, say);
  publish(workDir, 'releases', releaseRows(figures), { runs, figures });
}

async function dashboard(workDir: string, runs: number): Promise<void> {
  const executablePath = findChromium(say);
  await buildChanged(readWorkspaceNames(), say);
  await using browser = await openBrowser(executablePath);
  say('Dashboard: first visits, lists among few and among many …');
  const figures = await measureDashboard(browser, workDir, runs, say);
  publish(workDir, 'dashboard', dashboardRows(figures), { chromium: browser.version(), runs, figures });
}

async function audit(workDir: string, runs: number): Promise<void> {
  say('Audit trail: 1, 2 and 4 processes, with segments and with one chain …');
  const figures = await measureAudit(runs, say);
  say('Audited changes over HTTP: 1, 2 and 4 API processes …');
  const changes = await measureChanges(runs, say);
  publish(workDir, 'audit', [...auditRows(figures), ...changeRows(changes)], { runs, figures, changes });
}

async function layers(workDir: string, runs: number): Promise<void> {
  say('Processor time of a request, layer by layer …');
  const figures = await measureLayers(runs, say);
  publish(workDir, 'layers', layerRows(figures), { runs, figures });
}

async function load(workDir: string, runs: number): Promise<void> {
  await using portal = await startPortal(join(workDir, 'portal'));
  say('Load: portal and bare Express on one database, in turn …');
  const figures = await measureLoad(portal, workDir, runs, say);
  publish(workDir, 'load', loadRows(figures), { runs, figures });
}

async function soak(workDir: string): Promise<void> {
  await using portal = await startPortal(join(workDir, 'portal'));
  say(`Soak: ${SOAK_MINUTES} minutes at 70 % of what the portal can answer …`);
  const figures = await measureSoak(portal, workDir, SOAK_MINUTES, say);
  publish(workDir, 'soak', soakRows(figures), { figures });
}

async function database(workDir: string): Promise<void> {
  say('Database: inserts, finds, files …');
  const figures = await measureDatabase(say);
  publish(workDir, 'database', databaseRows(figures), { figures });
}

async function bench({ runs, parts }: Wanted): Promise<void> {
  const workDir = join(openDataDir(readSettings(process.env).DATA_DIR), 'bench');
  mkdirSync(workDir, { recursive: true });
  const run: Readonly<Record<Part, () => Promise<void>>> = {
    home: () => home(workDir, runs),
    pages: () => pages(workDir, runs),
    lighthouse: () => lighthouse(workDir, runs),
    build: () => build(workDir),
    documents: () => documents(workDir, runs),
    live: () => live(workDir),
    'sign-in': () => signIn(workDir),
    releases: () => releases(workDir, runs),
    dashboard: () => dashboard(workDir, runs),
    audit: () => audit(workDir, runs),
    layers: () => layers(workDir, runs),
    load: () => load(workDir, runs),
    soak: () => soak(workDir),
    database: () => database(workDir),
  };
  for (const part of parts) await run[part]();
}

whenLeftAlone(() => process.exit(1));
// By `exit`, so that what was started is ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
try {
  await bench(readWanted());
  process.exit(0);
} catch (error) {
  if (error instanceof CannotStart) endWithFailure(error);
  process.stderr.write(
    `Measuring failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}
