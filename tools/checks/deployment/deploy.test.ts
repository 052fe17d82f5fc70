import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../../commands/workspaces.ts';

// Prometheus and Grafana cannot be run here; this holds their files to the metrics that the services have.

const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8');

const SOURCES = globSync('services/*/src/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'));

/** The names of all metrics of the services, with those that a histogram has. */
function metricNames(): ReadonlySet<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const own = globSync('services/*/src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(/new (?:Gauge|Counter|Histogram)\(\{\s*name: '(\w+)'/g),
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bshow\w*\(\s*'(\w+)'/g),
    ])
    .map(([, name = '']) => name);
  const all = [...registry.getMetricsAsArray().map(({ name }) => name), ...own];
  return new Set(['up', ...all.flatMap((name) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`])]);
}

/** What the services say of metrics, by their sources: kind, name and labels; what `optionalGauges` adds is a gauge without any. */
const DECLARED = SOURCES.flatMap((source) => [
  ...[
    ...source.matchAll(
      /new (Gauge|Counter|Histogram)\(\{\s*name: '(\w+)',[^}]*?(?:labelNames: \[([^\]]*)\])?,\s*registers/g,
    ),
  ].map(([, kind, name = '', labels = '']) => ({ kind, name, labels })),
  ...[...source.matchAll(/\bshow\w*\(\s*'(portal_\w+)'/g)].map(([, name = '']) => ({
    kind: 'Gauge',
    name,
    labels: '',
  })),
]);

const NAMES = metricNames();
const FUNCTIONS = ['clamp_min', 'histogram_quantile'];

/** Returns the metrics that an expression of PromQL names. */
function namedIn(expression: string): readonly string[] {
  const bare = expression.replace(/\{[^}]*\}|"[^"]*"|\bby \([^)]*\)/g, ' ');
  return (bare.match(/\b[a-z]\w*\b/g) ?? []).filter(
    (word) => (word.includes('_') && !FUNCTIONS.includes(word)) || word === 'up',
  );
}

const ruleSchema = z.strictObject({
  alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
  expr: z.string().min(1),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string().min(20) }),
});
const rulesSchema = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(ruleSchema) })),
});
const rules = rulesSchema.parse(parse(read('alerts.yml'))).groups.flatMap((group) => group.rules);

test.each(rules.map((rule) => [rule.alert, rule] as const))(
  'the alert %s judges by metrics that there are',
  (_, { expr }) => {
    const named = namedIn(expr);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !NAMES.has(name))).toEqual([]);
  },
);

test('no metric has a label that Prometheus sets itself: it would show another one in its place', () => {
  expect(DECLARED.some(({ labels }) => labels.includes("'state'"))).toBe(true);
  expect(DECLARED.filter(({ labels }) => /'(job|instance)'/.test(labels))).toEqual([]);
});

test('growth is taken of what only grows: a gauge that falls would count as one that began again', () => {
  const gauges = DECLARED.filter(({ kind }) => kind === 'Gauge').map(({ name }) => name);
  expect(gauges).toContain('portal_outbox_mails');
  const grown = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/\b(?:rate|increase|irate)\((\w+)/g)].map(([, name = '']) => name),
  );
  expect(grown).toContain('portal_mail_attempts_total');
  expect(grown.filter((name) => gauges.includes(name))).toEqual([]);
});

test('each alert has a name of its own, and the runbook says what to do at it', () => {
  const names = rules.map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
  const runbook = readFileSync(join(ROOT, 'docs', 'run-it', 'runbook.md'), 'utf8');
  expect(names.filter((name) => !runbook.includes(`\`${name}\``))).toEqual([]);
});

test('every panel of the dashboard shows metrics that there are', () => {
  const dashboardSchema = z.looseObject({
    panels: z.array(z.looseObject({ title: z.string(), targets: z.array(z.looseObject({ expr: z.string() })) })),
  });
  const { panels } = dashboardSchema.parse(JSON.parse(read('grafana/dashboards/portal.json')));
  expect(panels.length).toBeGreaterThan(8);
  const named = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namedIn(expr)));
  expect(named).toEqual(
    expect.arrayContaining([
      'portal_clock_offset_seconds',
      'portal_job_success_timestamp_seconds',
      'portal_backup_timestamp_seconds',
      'http_stalled_readers_total',
      'portal_replica_trouble',
    ]),
  );
  expect(named.filter((name) => !NAMES.has(name))).toEqual([]);
});

const targetsSchema = z.looseObject({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) });

test('Prometheus reads the operators’ listeners of all processes and the edge, with the rules, and hands alerts on', () => {
  const file = z
    .looseObject({
      rule_files: z.array(z.string()),
      alerting: z.object({ alertmanagers: z.array(targetsSchema) }),
      scrape_configs: z.array(targetsSchema),
    })
    .parse(parse(read('prometheus.yml')));
  const targets = file.scrape_configs.flatMap((each) => each.static_configs.flatMap((config) => config.targets));
  expect(targets.sort()).toEqual(['api-1:3001', 'api-2:3001', 'edge:9180', 'web-1:3002', 'web-2:3002']);
  expect(readFileSync(join(ROOT, 'edge', 'Caddyfile'), 'utf8')).toContain('\n:9180 {\n\tmetrics /metrics\n');
  expect(file.rule_files).toEqual(['/etc/prometheus/alerts.yml']);
  const { services } = z
    .object({ services: z.record(z.string(), z.looseObject({})) })
    .parse(parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }));
  const [manager = '', port] = file.alerting.alertmanagers[0]?.static_configs[0]?.targets[0]?.split(':') ?? [];
  expect([port, services[manager]]).toEqual(['9093', expect.objectContaining({ networks: ['metrics'] })]);
  expect(services.prometheus).toMatchObject({ networks: ['metrics'] });
  expect(services.edge).toMatchObject({ networks: expect.arrayContaining(['metrics']) });
});
