import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NoChromium, presentChromium } from '@cytocomm/trial-run';
import { z } from 'zod';
import { packedFolder } from '../../tools/checks/pack/packages-folder.ts';
import { ROOT } from '../../tools/commands/workspaces.ts';
import { installTarballs } from '../testing/installed-packages.ts';

const PROGRAM_TIMEOUT_MS = 240_000;
const manifestSchema = z.object({ devDependencies: z.record(z.string(), z.string()) });

let folder: string;
/** A remote in a team's own folder, outside of the checkout, with the packages beside it. */
let remote: string;

function run(program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  const environment = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    HOME: folder,
    CI: 'true',
    ...env,
  };
  const options = { cwd, env: environment, encoding: 'utf8', timeout: PROGRAM_TIMEOUT_MS } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { status, said: stdout + stderr };
}

const installed = (name: string) => join(folder, 'team', 'node_modules', '@cytocomm', name, 'dist');
const portal = (command: string, env?: Readonly<Record<string, string>>) =>
  run(join(installed('remote-tools'), 'portal-command', 'main.js'), [command], remote, env);

/** Does something while a file of the remote is another. */
function whileChanged<Result>(path: string, change: (text: string) => string, work: () => Result): Result {
  const file = join(remote, path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(text));
  try {
    return work();
  } finally {
    writeFileSync(file, text);
  }
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'team-')));
  const team = join(folder, 'team');
  mkdirSync(team);
  const template = join(ROOT, 'packages', 'create-remote', 'template', 'repository', 'manifest.json');
  const { devDependencies } = manifestSchema.parse(JSON.parse(readFileSync(template, 'utf8')));
  const foreign = Object.keys(devDependencies).filter((name) => !name.startsWith('@cytocomm/'));
  await installTarballs(await packedFolder(), team, [...foreign, 'react-dom']);
  const args = ['research', '--role', 'investor', '--portal', 'http://127.0.0.1:9'];
  const created = run(join(installed('create-remote'), 'main.js'), args, team);
  if (created.status !== 0) throw new Error(created.said);
  remote = join(team, 'mfe-research');
}, PROGRAM_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'portal check looks at types, lint, tests and the static rules of what a team was given',
  () => {
    const { status, said } = portal('check');
    for (const what of ['types', 'lint', 'tests']) expect(said).toContain(`${what}: passed\n`);
    expect(said).toMatch(/static rules of the gate: passed by \S+\n/);
    expect(status).toBe(0);
  },
  PROGRAM_TIMEOUT_MS,
);

test(
  'portal check names each that did not pass',
  () => {
    const fault = '\nconst wrong: string = 5;\nwindow.seeded = wrong;\n';
    const { status, said } = whileChanged(
      'src/pages/Research.tsx',
      (text) => text + fault,
      () => portal('check'),
    );
    expect(said).toContain('types: failed\n');
    expect(said).toContain('tests: passed\n');
    expect(said).toContain('rule globals');
    expect(said).toMatch(/\nNot passed: types, .*static rules of the gate\.\n$/);
    expect(status).toBe(1);
  },
  PROGRAM_TIMEOUT_MS,
);

test(
  'portal gate says so where there is no Chromium, and when CHROMIUM_PATH names none',
  () => {
    const without = portal('gate', { PATH: '/nowhere' });
    expect(without.said).toContain('static rules: passed by');
    expect([without.status, without.said]).toEqual([
      0,
      expect.stringMatching(
        /trial: skipped, there is no Chromium here .* The portal tries it when it is published\.\n$/,
      ),
    ]);
    const wrong = portal('gate', { CHROMIUM_PATH: '/nowhere/chromium' });
    expect([wrong.status, wrong.said]).toEqual([
      1,
      expect.stringContaining('CHROMIUM_PATH names /nowhere/chromium, which is no program that can be started here.'),
    ]);
  },
  PROGRAM_TIMEOUT_MS,
);

const chromium = presentChromium();
if (chromium === undefined) throw new NoChromium('This test needs Chromium: install it, or set CHROMIUM_PATH.');
describe('portal gate in Chromium', () => {
  const gate = () => portal('gate', { CHROMIUM_PATH: chromium });

  test(
    'passes what a team was given',
    () => {
      const { status, said } = gate();
      expect([status, said]).toEqual([0, expect.stringContaining('trial: passed, 2 pages without a fault.')]);
    },
    PROGRAM_TIMEOUT_MS,
  );

  test(
    'names a page that throws, and one that logs an error',
    () => {
      const seed = (statement: string) => (text: string) =>
        text.replace('  return (\n    <Band>', `  ${statement}\n  return (\n    <Band>`);
      const page = readFileSync(join(remote, 'src/pages/Research.tsx'), 'utf8');
      const second = join(remote, 'src/pages/Log.tsx');
      writeFileSync(second, seed("console.error('logged fault');")(page));
      const route = "{ path: '/research-log', component: 'Log', title: 'Log', public: true },";
      const { status, said } = whileChanged(
        'remote.config.ts',
        (text) => text.replace('routes: [', `routes: [${route}`),
        () => whileChanged('src/pages/Research.tsx', seed("if (globalThis.document) throw new Error('seeded');"), gate),
      );
      rmSync(second);
      expect(said).toContain('The trial run found faults:\n');
      expect(said).toMatch(/\n {2}page \/research as a visitor on a plain frame: .*seeded/);
      expect(said).toMatch(
        /\n {2}page \/research-log as a visitor on a plain frame: the console has an error: logged fault/,
      );
      expect(status).toBe(1);
    },
    PROGRAM_TIMEOUT_MS,
  );
});
