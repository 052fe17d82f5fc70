import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPackage } from '../package-folder.ts';
import { readRemoteSource } from '../remote-source.ts';
import { buildChecked } from './checked-build.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed } from './command-failed.ts';
import { failureOf } from './plain-failure.ts';

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
export async function runCheck(given: CommandContext): Promise<void> {
  await readRemoteSource(given.dir);
  const failed: string[] = [];
  for (const tool of TOOLS) if (!(await isContent(tool, given))) failed.push(tool.what);
  try {
    const { release } = await buildChecked(given.dir, 'none');
    given.say(`static rules of the gate: passed by ${release.release}`);
  } catch (error) {
    given.say(failureOf(error));
    failed.push('static rules of the gate');
  }
  if (failed.length > 0) throw new CommandFailed(`Not passed: ${failed.join(', ')}.`);
}
