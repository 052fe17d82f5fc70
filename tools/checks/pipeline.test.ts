import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../commands/workspaces.ts';

// The pipelines run elsewhere; this holds them to the files and settings that they name.

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const stepSchema = z.object({ uses: z.string().optional(), run: z.string().default('') });
const workflowSchema = z.object({
  on: z.record(z.string(), z.unknown()),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      env: z.record(z.string(), z.string()).default({}),
      steps: z.array(stepSchema),
    }),
  ),
});
const FOLDER = '.github/workflows';
const texts = readdirSync(join(ROOT, FOLDER)).map((name) => read(`${FOLDER}/${name}`));
const workflows = texts.map((text) => workflowSchema.parse(parse(text)));
const jobs = Object.fromEntries(workflows.flatMap((workflow) => Object.entries(workflow.jobs)));
const commandsOf = (job: string) => (jobs[job]?.steps ?? []).map(({ run }) => run).join('\n');

test('every action is pinned by its hash, with its version beside it', () => {
  const lines = texts.join('\n').match(/uses: .*/g) ?? [];
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

/** The one workflow that has a job. */
function workflowOf(job: string) {
  const found = workflows.filter((each) => job in each.jobs);
  expect(found).toHaveLength(1);
  return found[0];
}
const scheduleSchema = z.array(z.object({ cron: z.string().regex(/^\d+ \d+ \* \* [0-6]$/) })).length(1);

test('the whole deployment is tested nightly, with each release, and where a pull request changes it', () => {
  const { on = {} } = workflowOf('system') ?? {};
  expect(Object.keys(on)).toEqual(['schedule', 'release', 'pull_request', 'workflow_dispatch']);
  const commands = commandsOf('system');
  expect(commands).toContain('npm run test:system\n');
  expect(commands).toContain('npm run test:system -- --changed --base "$BASE"');
});

test('the system tests find the programs that they need', () => {
  const sources = globSync('{system,e2e,tools,services,packages}/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules'] });
  const packages = sources.flatMap((path) =>
    [...read(path).matchAll(/bringProgram\('([\w-]+)'(?:, '([\w-]+)')?\)/g)].map(([, name, from]) => from ?? name),
  );
  expect(packages).toContain('prometheus-alertmanager');
  const words = commandsOf('system').split(/\s+/);
  expect(packages.filter((each) => each !== undefined && !words.includes(each))).toEqual([]);
});

test('advisories against what runs in production are looked for weekly, and when what is installed changes', () => {
  const { on = {} } = workflowOf('advisories') ?? {};
  scheduleSchema.parse(on.schedule);
  const paths = ['package-lock.json'];
  expect(on).toMatchObject({ push: { branches: ['main'], paths }, pull_request: { paths } });
  const command = commandsOf('advisories').trim();
  expect(command).toBe('npm audit --package-lock-only --omit=dev --audit-level=high');
});

test('the service tests run on the database that compose has', () => {
  const compose = z
    .object({ services: z.object({ mongo: z.object({ image: z.string() }) }) })
    .parse(parse(read('docker-compose.yml')));
  expect(commandsOf('mongodb')).toContain(` ${compose.services.mongo.image} --replSet `);
});

test('compose gets its secrets before it starts, and every variable that it demands', () => {
  const demanded = [...read('docker-compose.yml').matchAll(/\$\{(\w+):?\?/g)].map(([, name = '']) => name);
  expect(demanded).toContain('MAIL_FROM');
  expect(Object.keys(jobs.compose?.env ?? {})).toEqual(expect.arrayContaining(demanded));
  const commands = commandsOf('compose');
  const inOrder = [
    'npm run secrets',
    'echo smtp://mailbox:1025 > secrets/smtp_url',
    "docker compose --profile '*' config --quiet",
    'docker compose --profile tests up',
  ];
  expect(inOrder.filter((each) => !commands.includes(each))).toEqual([]);
  expect(inOrder.toSorted((one, other) => commands.indexOf(one) - commands.indexOf(other))).toEqual(inOrder);
});

test('compose gets its pages by a promotion in its database, with the key that web processes trust', () => {
  const commands = commandsOf('compose');
  const { env = {} } = jobs.compose ?? {};
  expect(commands.indexOf('NODE_ENV=production npm run release')).toBeGreaterThan(commands.indexOf(' up --detach'));
  expect(commands).toContain(
    'MONGODB_URI="mongodb://operator:$(cat secrets/mongo_operator_password)@localhost:27017/portal?',
  );
  // What the API's settings want in production.
  for (const name of ['PUBLIC_URL=https://', 'SESSION_SECRET_FILE', 'TOKEN_SECRET_FILE', 'LOCK_SIGNING_KEY_FILE'])
    expect(commands).toContain(name);
  expect(Object.keys(env)).toEqual(expect.arrayContaining(['MAIL_FROM', 'CONTACT_EMAIL']));
});

test('every script, project and program that a job names is there', () => {
  const all = Object.keys(jobs).map(commandsOf).join('\n');
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
  for (const [, script = ''] of all.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(script);
  for (const path of all.match(/\S+\.ts\b/g) ?? []) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
  expect(read('e2e/playwright.config.ts')).toContain(`name: '${/--project '([^']+)'/.exec(all)?.[1]}'`);
});
