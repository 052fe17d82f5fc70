import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { type Bench, formatTable, PARTS } from '@cytocomm/bench';
import { endWithFailure, readCommandLine, whenAskedToEnd } from './portal/command.ts';
import { openDataDir } from './portal/data-dir.ts';
import { CannotStart, readSettings } from './portal/settings.ts';
import { findChromium } from './programs/chromium.ts';
import { ROOT } from './workspaces.ts';

const NAMES = [...PARTS.keys()];
const USAGE = `usage: npm run bench                  measures the portal beside others; bench/README.md says what
       npm run bench -- --runs N      visits of each contender, and rounds of each load (7)
       npm run bench -- --only PART   one of ${NAMES.join(', ')}
       npm run bench -- --smoke       once and with the smallest sizes: shows that every part runs, and judges no figure
`;
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** What the command line asks for. Throws CannotStart when that is nothing there is. */
function readWanted() {
  const options = {
    runs: { type: 'string', default: '7' },
    only: { type: 'string' },
    smoke: { type: 'boolean', default: false },
  } as const;
  const { runs: text, only, smoke } = readCommandLine({ usage: USAGE, options }).values;
  const runs = Number(text);
  if (!Number.isInteger(runs) || runs < 1) throw new CannotStart(`--runs wants a number of visits, not "${text}".`);
  const names = NAMES.filter((name) => only === undefined || only === name);
  if (names.length === 0) throw new CannotStart(`--only wants one of ${NAMES.join(', ')}, not "${only}".`);
  return { runs: smoke ? 1 : runs, names, smoke };
}

/** The commit that is measured; "changed" where the checkout differs from it. */
function commitOf(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';
  return `${git('rev-parse', 'HEAD') || 'unknown'}${git('status', '--porcelain') === '' ? '' : ', changed'}`;
}

const load = () => loadavg()[0] ?? 0;

async function runPart(name: string, bench: Bench): Promise<void> {
  const part = PARTS.get(name);
  if (part === undefined) throw new Error(`there is no part ${name}`);
  say(`\n${name}`);
  const [startedAt, loadBefore] = [performance.now(), load()];
  const { rows: judged, figures } = await part(bench);
  const rows = bench.smoke ? judged.map((row) => ({ ...row, target: '', met: undefined })) : judged;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const cores = availableParallelism();
  const machine = { processor: cpus()[0]?.model, cores, platform: platform(), arch: arch(), node: process.version };
  const { runs, smoke } = bench;
  const content = {
    ...{ measuredAt: new Date().toISOString(), commit: commitOf(), seconds, load: [loadBefore, load()], machine },
    ...{ runs, smoke, rows, figures },
  };
  const file = join(bench.workDir, `${name}.json`);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  say(`\n${formatTable(rows)}\n\n${name} took ${seconds} s; written to ${file}`);
  if (load() > cores * 2)
    say(`This machine is busy (load ${load().toFixed(1)} on ${cores} cores): its times say little.`);
}

/** Runs the parts one after the other. Returns the names of those that could not run: one does not keep the others from it. */
async function runParts({ runs, names, smoke }: ReturnType<typeof readWanted>): Promise<readonly string[]> {
  const dataDir = openDataDir(readSettings(process.env).DATA_DIR);
  // What a smoke run writes takes the place of no figures.
  const workDir = join(dataDir, smoke ? 'bench-smoke' : 'bench');
  mkdirSync(workDir, { recursive: true });
  const bench: Bench = { workDir, runs, smoke, say, chromium: () => findChromium(say) };
  const failed: string[] = [];
  for (const name of names) {
    try {
      await runPart(name, bench);
    } catch (error) {
      failed.push(name);
      const words = error instanceof Error && !(error instanceof CannotStart) ? error.stack : String(error);
      process.stderr.write(`${name} could not run: ${words}\n`);
    }
  }
  return failed;
}

// By `exit`, so that what was started is ended.
whenAskedToEnd(() => process.exit(1));
try {
  const failed = await runParts(readWanted());
  if (failed.length > 0) say(`\nCould not run: ${failed.join(', ')}`);
  process.exit(failed.length > 0 ? 1 : 0);
} catch (error) {
  endWithFailure(error);
}
