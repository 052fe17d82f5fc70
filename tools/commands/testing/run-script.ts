import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { PROGRAM_ENVIRONMENT } from '../../../services/api/src/testing/processes.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');

/** How a script ended. */
export interface Ended {
  readonly code: number | null;
  /** Standard output and errors, as they came. */
  readonly said: string;
  readonly lines: readonly string[];
}

/** Runs a command of tools/commands/ until it ends by itself. Nothing of this process's environment goes along but PROGRAM_ENVIRONMENT and `env`. */
export function runScript(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((settle, reject) => {
    const program = ['--disable-warning=ExperimentalWarning', `tools/commands/${name}.ts`, ...args];
    const child = spawn(process.execPath, program, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...PROGRAM_ENVIRONMENT, ...env },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', (code) => settle({ code, said, lines: said.trim().split('\n') }));
  });
}
