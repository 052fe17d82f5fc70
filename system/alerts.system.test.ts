import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../tools/commands/workspaces.ts';
import { bringProgram } from './testing/system-program.ts';

// The alerts by Prometheus' own program: what makes each fire, and what does not (deploy/alerts.test.yml).

const DEPLOY = join(ROOT, 'deploy');
const rulesSchema = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) });
const casesFileSchema = z.looseObject({ tests: z.array(z.unknown()) });
const casesSchema = z.object({
  tests: z.array(
    z.object({ alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })) }),
  ),
});

let promtool: string;
let amtool: string;
let dir: string;
beforeAll(() => {
  promtool = bringProgram('promtool', 'prometheus');
  amtool = bringProgram('amtool', 'prometheus-alertmanager');
}, 120_000);
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'alerts-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Returns the end and the words of a program, and throws when it is none. */
function run(program: string, args: readonly string[], cwd = dir) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (error) throw error;
  return { status, said: `${stdout}${stderr}` };
}
/** Copies a file of deploy/, with words changed to what there is here. */
function copy(name: string, words: Readonly<Record<string, string>>): void {
  let text = readFileSync(join(DEPLOY, name), 'utf8');
  for (const [from, to] of Object.entries(words)) {
    expect([name, text]).toEqual([name, expect.stringContaining(from)]);
    text = text.replace(from, to);
  }
  writeFileSync(join(dir, name), text);
}

test('the alerts fire at what they are for, and keep quiet at the rest', () => {
  expect(run(promtool, ['test', 'rules', 'alerts.test.yml'], DEPLOY)).toEqual({
    status: 0,
    said: expect.stringContaining('SUCCESS'),
  });
}, 60_000);

test('every alert has a case at which it fires', () => {
  const { groups } = rulesSchema.parse(parse(readFileSync(join(DEPLOY, 'alerts.yml'), 'utf8')));
  const { tests } = casesSchema.parse(parse(readFileSync(join(DEPLOY, 'alerts.test.yml'), 'utf8')));
  const fired = new Set(
    tests.flatMap((each) =>
      each.alert_rule_test.filter((row) => row.exp_alerts.length > 0).map((row) => row.alertname),
    ),
  );
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !fired.has(name))).toEqual([]);
});

test('Prometheus takes its file, with the rules and who sends alerts on', () => {
  copy('alerts.yml', {});
  copy('prometheus.yml', { '/etc/prometheus/': '' });
  expect(run(promtool, ['check', 'config', 'prometheus.yml'])).toEqual({
    status: 0,
    said: expect.stringMatching(/prometheus\.yml is valid[\s\S]*SUCCESS: \d+ rules found/),
  });
  copy('prometheus.yml', { '/etc/prometheus/': '', alertmanagers: 'alertmanager' });
  expect(run(promtool, ['check', 'config', 'prometheus.yml'])).toMatchObject({ status: 1 });
}, 60_000);

test('Alertmanager takes its file, and sends every alert to people', () => {
  // Debian's program is older than url_file of webhooks.
  copy('alertmanager.yml', { 'url_file: /run/secrets/alert_webhook': 'url: http://127.0.0.1:9/' });
  const config = ['--config.file', 'alertmanager.yml'];
  expect(run(amtool, ['check-config', 'alertmanager.yml'])).toMatchObject({ status: 0 });
  for (const severity of ['page', 'ticket'])
    expect(run(amtool, ['config', 'routes', 'test', ...config, `severity=${severity}`])).toEqual({
      status: 0,
      said: expect.stringMatching(/^people$/m),
    });
}, 60_000);

test('an alert that judges by the wrong side is found', () => {
  const { tests, ...others } = casesFileSchema.parse(parse(readFileSync(join(DEPLOY, 'alerts.test.yml'), 'utf8')));
  const about = tests.filter((each) => JSON.stringify(each).includes('DatabaseAway'));
  // JSON is YAML, too; all cases take seconds.
  writeFileSync(join(dir, 'alerts.test.yml'), JSON.stringify({ ...others, tests: about }));
  copy('alerts.yml', { 'portal_database_up == 0': 'portal_database_up == 1' });
  expect(run(promtool, ['test', 'rules', 'alerts.test.yml'])).toEqual({
    status: 1,
    said: expect.stringContaining('DatabaseAway'),
  });
}, 60_000);
