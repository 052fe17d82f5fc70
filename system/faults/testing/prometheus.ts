import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@cytocomm/runtime';
import { START_TIMEOUT_MS, waitForStart } from '@cytocomm/runtime/start';
import { z } from 'zod';
import { until } from '../../../services/api/src/testing/clock.ts';
import { ROOT } from '../../../tools/commands/workspaces.ts';
import { bringProgram } from '../../testing/system-program.ts';

/** Thirty seconds of the shipped rules are one here, so that an alert takes a test no half hour. */
const TIMES_FASTER = 30;

/** The shortest window, in seconds: two looks at the metrics at least, when two more are lost on a busy machine. */
const LEAST_WINDOW = 12;

const answerSchema = z.object({
  data: z.object({ alerts: z.array(z.object({ labels: z.object({ alertname: z.string() }), state: z.string() })) }),
});

/** A Prometheus that judges by the shipped alerts, with all their times shortened alike. */
export interface Prometheus extends AsyncDisposable {
  /** Returns the names of the alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Returns the rules with shorter windows, waits and ages. */
function faster(rules: string): string {
  const shorter = (amount: string, unit: string, least = 1) =>
    `${Math.max(least, Math.round((Number(amount) * (UNITS[unit] ?? 1)) / TIMES_FASTER))}s`;
  return (
    rules
      .replaceAll(
        /\[(\d+)([smh])\]/g,
        (_all, amount: string, unit: string) => `[${shorter(amount, unit, LEAST_WINDOW)}]`,
      )
      .replaceAll(/offset (\d+)([smh])/g, (_all, amount: string, unit: string) => `offset ${shorter(amount, unit)}`)
      .replaceAll(/for: (\d+)([smh])/g, (_all, amount: string, unit: string) => `for: ${shorter(amount, unit)}`)
      // The interval of a job itself is as long as ever.
      .replaceAll(
        /(_(?:oldest|timestamp)_seconds\)? > |portal_job_interval_seconds, )(\d+)/g,
        (_all, words: string, age: string) => `${words}${Number(age) / TIMES_FASTER}`,
      )
  );
}

/** Starts Prometheus in a folder; `targets` are host and port of each process, by the name of its service. */
export async function startPrometheus(
  dir: string,
  targets: Readonly<Record<string, readonly string[]>>,
): Promise<Prometheus> {
  const program = bringProgram('prometheus');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'alerts.yml'), faster(readFileSync(join(ROOT, 'deploy', 'alerts.yml'), 'utf8')));
  const jobs = Object.entries(targets).map(([name, places]) => ({
    job_name: name,
    static_configs: [{ targets: places }],
  }));
  // Longer than the metrics wait for a database that hangs.
  const often = { scrape_interval: '2500ms', scrape_timeout: '2500ms', evaluation_interval: '1s' };
  // JSON is YAML, too.
  const config = { global: often, rule_files: [join(dir, 'alerts.yml')], scrape_configs: jobs };
  writeFileSync(join(dir, 'prometheus.yml'), JSON.stringify(config));
  const place = `127.0.0.1:${await freePort()}`;
  const errors = openSync(join(dir, 'prometheus.log'), 'a', 0o600);
  const child = spawn(
    program,
    [
      `--config.file=${join(dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=${place}`,
    ],
    { stdio: ['ignore', errors, errors] },
  );
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  const firing = async () => {
    const answer = await fetch(`http://${place}/api/v1/alerts`);
    const { alerts } = answerSchema.parse(await answer.json()).data;
    return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
  };
  const isUp = () =>
    firing().then(
      () => true,
      () => child.exitCode !== null,
    );
  await waitForStart('Prometheus', child, until('Prometheus to answer', isUp, START_TIMEOUT_MS));
  return {
    firing,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
