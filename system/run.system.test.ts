import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { GIVEN_UP } from '../tools/commands/portal/command.ts';

const ROOT = resolve(import.meta.dirname, '..');

let dir: string;
/** Stands in the environment of every process that a test starts, and so finds all of them again. */
let mark: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'run-'));
  mark = `MARK_OF_TEST=${randomUUID()}`;
});
afterEach(() => {
  for (const pid of started()) process.kill(pid, 'SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** The ids of the processes that this test has started, at any depth. */
function started(): number[] {
  const { stdout } = spawnSync('ps', ['axeww', '-o', 'pid,command'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return stdout
    .split('\n')
    .filter((line) => line.includes(mark))
    .map((line) => Number.parseInt(line, 10));
}

async function until(what: string, look: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!look()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

interface Run {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

function launch(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Run {
  const [name = '', value = ''] = mark.split('=');
  const child = spawn(program, args, {
    cwd: dir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: dir, [name]: value, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return { child, said: () => output, ended: new Promise((ended) => child.once('close', ended)) };
}

/** A command that run.mjs takes for one of its own. */
function command(source: string): string {
  writeFileSync(join(dir, 'command.ts'), source);
  return relative(join(ROOT, 'tools', 'commands'), join(dir, 'command'));
}

const RUN = join(ROOT, 'tools', 'commands', 'run.mjs');
/** Runs until it is asked to stop, with a child that knows nothing of signals. */
const LASTING = `
import { spawn } from 'node:child_process';
import { startUntilAsked } from ${JSON.stringify(join(ROOT, 'tools', 'commands', 'portal', 'command.ts'))};
await startUntilAsked(async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume().on("end", () => process.exit())'], { stdio: ['pipe', 'inherit', 'inherit'] });
  console.log('running');
  setInterval(() => {}, 1000);
  return { stop: async () => void child.kill() };
});`;

describe.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGKILL'] as const)('%s', (signal) => {
  test('to npm ends everything below it', async () => {
    const scripts = { lasting: `node "${RUN}" "${command(LASTING)}"` };
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ type: 'module', scripts }));
    const { child, said } = launch('npm', ['run', 'lasting']);
    await until('the command to run', () => said().includes('running'));
    expect(started().length).toBeGreaterThanOrEqual(4);
    // Ctrl-C reaches everything that the terminal has in front, any other signal only the process that it is sent to.
    process.kill(signal === 'SIGINT' ? -Number(child.pid) : Number(child.pid), signal);
    await until('everything to end', () => started().length === 0);
  });

  test('to run.mjs itself ends everything below it', async () => {
    const { child, said } = launch(process.execPath, [RUN, command(LASTING)]);
    await until('the command to run', () => said().includes('running'));
    child.kill(signal);
    await until('everything to end', () => started().length === 0);
  });
});

describe('a command that has run and ends unasked', () => {
  const ENDING = (ending: string) => `
    console.log('port', process.env.PORT);
    process.on('SIGTERM', () => process.exit(0));
    process.send({ runAgainWith: { PORT: '4321' } }, () => { ${ending} });`;
  const times = (text: string) => text.match(/^port/gm)?.length;

  test('is started again with the ports that it had, until it ends too often', async () => {
    const { said, ended } = launch(process.execPath, [RUN, command(ENDING('process.kill(process.pid, "SIGKILL")'))]);
    await expect(ended).resolves.toBe(1);
    // The lines of the command and of its starter come by two pipes, so that their order is not known.
    const lines = said().split('\n');
    expect(lines.filter((line) => line.startsWith('port'))).toEqual(['port undefined', ...Array(5).fill('port 4321')]);
    expect(lines.filter((line) => line.includes('(SIGKILL) and is started again.'))).toHaveLength(5);
    expect(said()).toContain('It ended 6 times within a minute; it is not started again.');
    expect(times(said())).toBe(6);
  });

  test('is tried again when the one in its place fails while it starts', async () => {
    const { said, ended } = launch(process.execPath, [
      RUN,
      command(`
        import { appendFileSync, readFileSync } from 'node:fs';
        appendFileSync('starts', 'x');
        const turn = readFileSync('starts', 'utf8').length;
        console.log('turn', turn, process.env.PORT);
        if (turn === 1) process.send({ runAgainWith: { PORT: '4321' } }, () => process.kill(process.pid, 'SIGKILL'));
        else process.exit(turn === 2 ? 1 : 0);`),
    ]);
    await expect(ended).resolves.toBe(0);
    expect(said()).toMatch(/^turn 1 undefined\n.*^turn 2 4321\n.*^turn 3 4321\n$/ms);
  });

  test('is not started again when it says that it has given up', async () => {
    const { said, ended } = launch(process.execPath, [RUN, command(ENDING(`process.exit(${GIVEN_UP})`))]);
    await expect(ended).resolves.toBe(1);
    expect(times(said())).toBe(1);
  });

  test('is not started again when it was asked to end', async () => {
    const { child, said, ended } = launch(process.execPath, [
      RUN,
      command(ENDING('console.log("running"); setInterval(() => {}, 1000);')),
    ]);
    await until('the command to run', () => said().includes('running'));
    child.kill('SIGTERM');
    await expect(ended).resolves.toBe(0);
    expect(times(said())).toBe(1);
  });
});

test('a command that watches for the end of what started it ends when its own work is done', async () => {
  const { ended } = launch(process.execPath, [
    RUN,
    command(`
      import { whenAskedToEnd } from ${JSON.stringify(join(ROOT, 'tools', 'commands', 'portal', 'command.ts'))};
      whenAskedToEnd(() => undefined);
      process.exitCode = 3;`),
  ]);
  await expect(ended).resolves.toBe(3);
});

test('a command that fails before it runs is not started again', async () => {
  const { said, ended } = launch(process.execPath, [RUN, command('console.log("once"); process.exit(7);')]);
  await expect(ended).resolves.toBe(7);
  expect(said()).toBe('once\n');
});

test.each(['nonsense', '', '../../etc/passwd'])('there is no command "%s"', async (name) => {
  const { said, ended } = launch(process.execPath, [RUN, name]);
  await expect(ended).resolves.toBe(1);
  expect(said()).toBe(`There is no command "${name}" in tools/commands/.\n`);
});

test('a program of npm test that does not end is stopped, and counts as failed', async () => {
  const program = `
    import { runProgram } from ${JSON.stringify(join(ROOT, 'tools', 'commands', 'lanes', 'program.ts'))};
    process.exitCode = await runProgram('node', ['-e', 'setInterval(() => {}, 1000)'], {}, 600);`;
  const { said, ended } = launch(process.execPath, [RUN, command(program)]);
  await expect(ended).resolves.toBe(1);
  expect(said()).toBe('node has not ended within 0.01 minutes and is stopped.\n');
});

test('the programs that npm test runs end with it, and with all that they have started', async () => {
  mkdirSync(join(dir, 'bin'));
  const program = `
    import { runProgram, stopPrograms } from ${JSON.stringify(join(ROOT, 'tools', 'commands', 'lanes', 'program.ts'))};
    process.on('SIGTERM', async () => { await stopPrograms(); process.exit(3); });
    const stubborn = 'process.on("SIGTERM", () => {}); console.log("running"); setInterval(() => {}, 1000)';
    const parent = \`require("node:child_process").spawn(process.execPath, ["-e", \${JSON.stringify(stubborn)}], { stdio: "inherit" }); setInterval(() => {}, 1000)\`;
    await runProgram('node', ['-e', parent]);
    console.log('never said');
    await runProgram('node', ['-e', 'console.log("never run")']);`;
  const { child, said, ended } = launch(process.execPath, [RUN, command(program)]);
  await until('the program to run', () => said().includes('running'));
  child.kill('SIGTERM');
  await expect(ended).resolves.toBe(3);
  await until('everything to end', () => started().length === 0);
  expect(said()).not.toContain('never run');
});
