import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { scratchFolder } from './database.ts';

it('what a process left that is gone is removed; what a running one uses stays', async () => {
  const current = await scratchFolder();
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  const stale = join(dirname(current), `cytocomm-api-${gone}-left`);
  await mkdir(stale);
  await writeFile(join(stale, 'data'), 'x');
  const other = await scratchFolder();
  expect([current, other, stale].map((folder) => existsSync(folder))).toEqual([true, true, false]);
  for (const folder of [current, other]) await rm(folder, { recursive: true });
});
