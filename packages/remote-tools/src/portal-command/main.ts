#!/usr/bin/env node
import { CommandFailed, failureOf } from './command-context.ts';
import { readCommandLine } from './command-line.ts';

/** What a terminal would take for an instruction, in words that came from a portal. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

const print = (line: string) => void process.stdout.write(`${line.replaceAll(CONTROL, '')}\n`);

/** The first Node that runs TypeScript, as which a remote's configuration is written. */
const MIN_NODE = 24;

async function runCommand(): Promise<void> {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < MIN_NODE)
    throw new CommandFailed(
      `This is Node ${process.versions.node}, and portal needs ${MIN_NODE}: npm install --save-dev --save-exact node@${MIN_NODE} brings it for npx and npm run.`,
    );
  const commandLine = readCommandLine(process.argv.slice(2));
  if ('help' in commandLine) return print(commandLine.help);
  const { command, args, options } = commandLine;
  await command.run({ dir: process.cwd(), args, options, env: process.env, say: print });
}

let isOver = false;
// A remote's configuration runs in this process: what it ends, or waits for without end, has not succeeded.
process.once('exit', () => {
  if (isOver) return;
  process.stderr.write('The command was ended before it was done: does remote.config.ts call process.exit, or wait?\n');
  process.exitCode = 1;
});

runCommand()
  .catch((error: unknown) => {
    process.stderr.write(`${failureOf(error).replaceAll(CONTROL, '')}\n`);
    process.exitCode = 1;
  })
  .finally(() => {
    isOver = true;
  });
