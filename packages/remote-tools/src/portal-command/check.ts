import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@cytocomm/contract';
import { checkRelease, passGate } from '@cytocomm/releases/gate';
import { buildRemote } from '../build.ts';
import { readRemoteSource } from '../remote-source.ts';
import { findPackage } from '../shared-scope.ts';
import type { SourceMaps } from '../webpack-config.ts';
import { type CommandContext, CommandFailed, failureOf } from './command-context.ts';

/** A release that the static rules of the gate have passed, and where it lies. */
export interface CheckedBuild {
  readonly release: Release;
  readonly distDir: string;
}

/** Builds the remote in `dir` as it is published and applies the static rules. Throws NotARemote, BuildFailed, GateRefused. */
export async function buildChecked(dir: string, maps: SourceMaps): Promise<CheckedBuild> {
  const release = await buildRemote(dir, 'production', maps);
  const distDir = join(dir, 'dist', release.release);
  passGate(checkRelease(distDir, release));
  return { release, distDir };
}

/** A tool that looks at the sources, where the folder is set up for it. */
interface Tool {
  readonly what: string;
  readonly of: string;
  /** Its program, inside the package. */
  readonly program: string;
  readonly args: readonly string[];
  /** Files of which one sets the folder up for it. */
  readonly setUpBy: readonly string[];
}

const TOOLS: readonly Tool[] = [
  {
    what: 'types',
    of: 'typescript',
    program: 'bin/tsc',
    args: ['-p', '.', '--noEmit'],
    setUpBy: ['tsconfig.json'],
  },
  {
    what: 'lint',
    of: '@biomejs/biome',
    program: 'bin/biome',
    args: ['check', '--error-on-warnings', '.'],
    setUpBy: ['biome.json', 'biome.jsonc'],
  },
  {
    what: 'tests',
    of: 'jest',
    program: 'bin/jest.js',
    args: ['--passWithNoTests'],
    setUpBy: ['ts', 'js', 'mjs', 'cjs', 'json'].map((ending) => `jest.config.${ending}`),
  },
];

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Runs a program, which writes to the terminal itself. Resolves to whether it ended well. */
function runProgram(file: string, args: readonly string[], dir: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { cwd: dir, stdio: 'inherit' });
    // A terminal's Ctrl-C reaches it as well; what ends this process alone does not.
    const end = (signal: NodeJS.Signals) => {
      child.kill(signal);
      process.off(signal, end);
      process.kill(process.pid, signal);
    };
    for (const signal of SIGNALS) process.on(signal, end);
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of SIGNALS) process.off(signal, end);
      resolve(code === 0);
    });
  });
}

/** Resolves to whether a tool is content; a folder that is not set up for it is told of. */
async function isContent({ what, of, program, args, setUpBy }: Tool, { dir, say }: CommandContext): Promise<boolean> {
  if (!setUpBy.some((file) => existsSync(join(dir, file)))) {
    say(`${what}: skipped, there is no ${setUpBy[0]} here`);
    return true;
  }
  const folder = findPackage(dir, of);
  if (!folder) {
    say(`${what}: failed, ${of} is not installed: npm install --save-dev ${of}`);
    return false;
  }
  const isGood = await runProgram(join(folder, program), args, dir);
  say(`${what}: ${isGood ? 'passed' : 'failed'}`);
  return isGood;
}

/** Checks the remote of this folder with what it is set up for, and by the static rules of the gate. Throws CommandFailed. */
export async function runCheck(context: CommandContext): Promise<void> {
  await readRemoteSource(context.dir);
  const failed: string[] = [];
  for (const tool of TOOLS) if (!(await isContent(tool, context))) failed.push(tool.what);
  try {
    const { release } = await buildChecked(context.dir, 'none');
    context.say(`static rules of the gate: passed by ${release.release}`);
  } catch (error) {
    context.say(failureOf(error));
    failed.push('static rules of the gate');
  }
  if (failed.length > 0) throw new CommandFailed(`Not passed: ${failed.join(', ')}.`);
}

/** What only a portal can check; printed after a passed trial. */
const PORTAL_CHECKS =
  'A portal tries it under its live shells as well, and holds its addresses and roles against the other remotes.';

/**
 * Builds the remote of this folder, applies the static rules, and makes the trial run of the gate in a plain frame. Throws
 * CommandFailed, NotARemote, BuildFailed, GateRefused, LockRefused, NoChromium.
 */
export async function runGate({ dir, env, say }: CommandContext): Promise<void> {
  // Loads playwright-core, which the other commands do without.
  const { presentChromium } = await import('@cytocomm/trial-run');
  const chromium = presentChromium(env);
  const built = await buildChecked(dir, 'none');
  say(`static rules: passed by ${built.release.release}`);
  if (chromium === undefined)
    return say(
      'trial: skipped, there is no Chromium here (CHROMIUM_PATH names one). The portal tries it when it is published.',
    );
  const { tryAlone } = await import('../frame/try-alone.ts');
  const { faults, visits } = await tryAlone(dir, [built], chromium);
  if (faults.length > 0) {
    const lines = faults.map(({ place, words, mend }) => `${place}: ${words}. To mend it, ${mend}.`);
    throw new CommandFailed(`The trial run found faults:\n  ${lines.join('\n  ')}`);
  }
  say(`trial: passed, ${visits === 1 ? 'one page' : `${visits} pages`} without a fault. ${PORTAL_CHECKS}`);
}
