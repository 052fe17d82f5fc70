import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { releaseSchema } from '@cytocomm/contract';
import { packedFolder } from '../../tools/checks/pack/packages-folder.ts';
import { installTarballs } from '../testing/installed-packages.ts';

const PROGRAM_TIMEOUT_MS = 120_000;

const REMOTE: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'mfe-research', version: '1.2.0', private: true, type: 'module' }),
  'remote.config.ts': `
import type { RemoteConfig } from '@cytocomm/contract';
export default {
  name: 'mfe-research',
  title: 'Research',
  contract: '^1.2.0',
  contributions: {
    routes: [{ path: '/research', component: 'Research', title: 'Research', public: true }],
    sections: [{ id: 'findings', component: 'Findings', role: 'investor', label: 'Investor', order: 200 }],
  },
} satisfies RemoteConfig;`,
  'src/pages/Research.tsx': `
import type { PageProps } from '@cytocomm/contract';
import { Card, Heading } from '@cytocomm/kit';
import classes from './Research.module.css';
export default function Research(_: PageProps) {
  return <Card className={classes.card}><Heading level={1}>Research</Heading></Card>;
}`,
  'src/pages/Research.module.css': '.card { color: inherit; }\n',
  'src/sections/Findings.tsx': `
import { listReports, type SectionProps } from '@cytocomm/contract';
import { Panel } from '@cytocomm/kit/dashboard';
import { endpoint } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
const reports = endpoint(listReports, { tags: ['Document'] });
export default function Findings(_: SectionProps) {
  const { data } = reports.useQuery({ query: { limit: 10 } });
  const email = useSession((session) => session.email);
  return <Panel title="Findings">{email}{data?.items.map(({ title }) => title)}</Panel>;
}`,
};

let folder: string;
/** A folder of a team's own, outside of the checkout, with the packages in its `node_modules`. */
let outside: string;
let children: ChildProcess[];

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'outside-')));
  outside = join(folder, 'research');
  await installTarballs(await packedFolder(), outside, []);
  for (const [path, text] of Object.entries(REMOTE)) {
    mkdirSync(dirname(join(outside, path)), { recursive: true });
    writeFileSync(join(outside, path), text);
  }
}, PROGRAM_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  children = [];
});
afterEach(async () => {
  const ended = children.map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(ended);
});

const BUILD = `
import { buildRemote } from '@cytocomm/remote-tools';
process.stdout.write(JSON.stringify(await buildRemote(process.cwd(), 'production')));`;

/** Writes a program to where a team would have one. Returns its place. */
function written(name: string, program: string): string {
  const file = join(outside, `${name}.mjs`);
  writeFileSync(file, program);
  return file;
}

test(
  'a remote is built there by plain Node, as one of a version that is installed there',
  () => {
    const output = execFileSync(process.execPath, [written('build', BUILD)], {
      cwd: outside,
      timeout: PROGRAM_TIMEOUT_MS,
    });
    const release = releaseSchema.parse(JSON.parse(output.toString()));
    expect(release).toMatchObject({ name: 'mfe-research', version: '1.2.0' });
    expect(Object.keys(release.components).sort()).toEqual(['Findings', 'Research']);
    const kit: unknown = JSON.parse(readFileSync(join(outside, 'node_modules/@cytocomm/kit/package.json'), 'utf8'));
    expect(kit).toMatchObject({ version: release.shared['@cytocomm/kit']?.slice(1) });
    expect(release.sharedNames).toMatchObject({
      '@cytocomm/kit': ['Card', 'Heading'],
      '@cytocomm/portal-api': ['endpoint'],
    });
    expect(release.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['remote-entry.js', expect.stringMatching(/^\.server\//)]),
    );
  },
  PROGRAM_TIMEOUT_MS,
);

const HOT = `
import { serveRemoteBuild } from '@cytocomm/remote-tools/dev-server';
const served = await serveRemoteBuild(process.cwd(), { port: 0, portal: new URL('http://localhost:3000'), say: console.error });
const get = async (path) => (await fetch(served.url + path)).text();
const parts = { manifest: await get('/release.json'), entry: await get('/remote-entry.js'), section: await get('/Findings.js') };
process.stdout.write(JSON.stringify(parts));
await served.close();`;

test(
  'a remote is served hot there: its entry joins the page, its components are made known to React Refresh',
  () => {
    const output = execFileSync(process.execPath, [written('hot', HOT)], { cwd: outside, timeout: PROGRAM_TIMEOUT_MS });
    const { manifest, entry, section } = JSON.parse(output.toString());
    expect(releaseSchema.parse(JSON.parse(manifest))).toMatchObject({ name: 'mfe-research', entry: 'remote-entry.js' });
    expect(entry).toContain('globalThis.portalHot');
    expect(section).toMatch(/\$RefreshReg\$\(\w+, "Findings"\)/);
    expect(section).toContain('portalStandIns');
  },
  PROGRAM_TIMEOUT_MS,
);

test(
  'what is not installed there is named',
  () => {
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    const program = `
import { sharedRanges } from '@cytocomm/remote-tools';
try { sharedRanges(${JSON.stringify(bare)}); } catch (error) { process.stdout.write(error.message); }`;
    const { stdout } = spawnSync(process.execPath, [written('ranges', program)], { cwd: outside, encoding: 'utf8' });
    expect(stdout).toBe(`${bare} has no react: run npm install in the folder of its package.json.`);
  },
  PROGRAM_TIMEOUT_MS,
);

const HARNESS = `
import { serveHarness } from '@cytocomm/remote-tools/harness';
console.log((await serveHarness(process.cwd(), 0)).url);`;

test(
  'the harness serves the remote there, with the fake portal',
  async () => {
    const child = spawn(process.execPath, [written('harness', HARNESS)], {
      cwd: outside,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const url = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
    const script = await (await fetch(`${url}/harness.js`)).text();
    expect(script).toContain('remote-in-harness');
    expect(script).not.toContain('Module not found');
    const worker = await fetch(`${url}/mockServiceWorker.js`);
    expect(worker.headers.get('content-type')).toMatch('javascript');
    expect(worker.status).toBe(200);
  },
  PROGRAM_TIMEOUT_MS,
);
