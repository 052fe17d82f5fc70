import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Resolves to the line by which a program says that it is up. */
async function lineOfStart(program: ChildProcess, isUp: RegExp): Promise<string> {
  if (program.stdout === null) throw new Error('The program has no output.');
  const lines: string[] = [];
  for await (const line of createInterface({ input: program.stdout })) {
    lines.push(line);
    if (isUp.test(line)) return line;
  }
  throw new Error(`The service ended: ${lines.join('\n')}`);
}

/**
 * Starts a service in a folder that holds its image, with these variables and no other. After `look`, which is given the line
 * that `isUp` fits, it is told to end. Resolves to its exit code.
 */
export async function runService(
  folder: string,
  service: string,
  env: Readonly<Record<string, string>>,
  isUp: RegExp,
  look: (line: string) => Promise<void>,
): Promise<number | null> {
  const program = spawn(process.execPath, [`services/${service}/src/main.ts`], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  try {
    await look(await lineOfStart(program, isUp));
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
  return ended;
}
