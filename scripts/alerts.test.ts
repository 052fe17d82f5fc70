import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from './root.ts';
import { bringProgram } from './testing/system-program.ts';

// The alerts by Prometheus' own program: what makes each fire, and what does not (deploy/alerts.test.yml).

const DEPLOY = join(ROOT, 'deploy');
const rulesSchema = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) });
const casesSchema = z.object({
  tests: z.array(
    z.object({ alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })) }),
  ),
});

let promtool: string;
beforeAll(() => {
  promtool = bringProgram('promtool', 'prometheus');
}, 120_000);

test('the alerts fire at what they are for, and keep quiet at the rest', () => {
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd: DEPLOY });
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')]);
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

test('an alert that judges by the wrong side is found', () => {
  const dir = mkdtempSync(join(tmpdir(), 'alerts-'));
  cpSync(join(DEPLOY, 'alerts.test.yml'), join(dir, 'alerts.test.yml'));
  const rules = readFileSync(join(DEPLOY, 'alerts.yml'), 'utf8');
  writeFileSync(join(dir, 'alerts.yml'), rules.replace('portal_database_up == 0', 'portal_database_up == 1'));
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd: dir });
  rmSync(dir, { recursive: true });
  expect([status, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining('DatabaseAway')]);
}, 60_000);
