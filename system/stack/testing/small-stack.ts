import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM_ENVIRONMENT } from '../../../services/api/src/testing/processes.ts';
import { publishBuilds } from '../../../tools/commands/portal/publish-builds.ts';
import { settingsSchema } from '../../../tools/commands/portal/settings.ts';
import type { EdgeProgram } from '../../../tools/commands/stack/edge-program.ts';
import { type Stack, startStack } from '../../../tools/commands/stack/stack.ts';
import { fakeBuild } from '../../../tools/commands/testing/release-builds.ts';
import { bringProgram } from '../../testing/system-program.ts';

const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A stack of small releases, with a database of its own, until it is disposed of. */
export interface SmallStack extends AsyncDisposable {
  readonly stack: Stack;
  /** What it tells the person at the terminal. */
  readonly said: readonly string[];
  /** Addresses of two pages, one of them made from what the API answers, and of a release file. */
  readonly pages: readonly string[];
}

/** Starts a small stack on free ports; `given` are settings of it and of the services. Its edge is nginx by default. */
export async function startSmallStack(
  given: Readonly<Record<string, string>> = {},
  edge: EdgeProgram = 'nginx',
): Promise<SmallStack> {
  bringProgram(edge);
  await using started = new AsyncDisposableStack();
  const dir = mkdtempSync(join(SCRATCH, 'small-stack-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  const said: string[] = [];
  const builds = [
    fakeBuild(dir, 'shell'),
    fakeBuild(dir, 'mfe-lab'),
    fakeBuild(dir, 'mfe-figures', { list: '/api/press-releases' }),
  ];
  const stack = await startStack({
    settings: settingsSchema.parse({ NODE_ENV: 'test', PORT: '0', DATA_DIR: join(dir, 'data'), ...given }),
    given: { ...PROGRAM_ENVIRONMENT, ...given },
    promote: (desk) => publishBuilds(desk, builds, { by: 'test', reason: 'a test' }),
    edges: [edge],
    say: (line) => void said.push(line),
  });
  started.defer(() => stack.stop());
  const kept = started.move();
  return {
    stack,
    said,
    pages: ['/lab', '/figures', `/releases/mfe-lab/${builds[1]?.release.release}/entry.js`],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
