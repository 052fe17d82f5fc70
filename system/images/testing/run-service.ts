import { spawn } from 'node:child_process';
import { waitForLine } from '@cytocomm/runtime/start';
import { type ImageService, programOf } from '../../../tools/checks/images/production-tree.ts';

/**
 * Starts a service in a folder that holds its image, with these variables and no other. After `look`, which is given the line
 * that `isUp` fits, it is told to end. Resolves to its exit code.
 */
export async function runService(
  folder: string,
  service: ImageService,
  env: Readonly<Record<string, string>>,
  isUp: RegExp,
  look: (line: string) => Promise<void>,
): Promise<number | null> {
  const program = spawn(process.execPath, [programOf(service)], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  try {
    await look(await waitForLine(service, program, (line) => (isUp.test(line) ? line : undefined)));
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
  return ended;
}
