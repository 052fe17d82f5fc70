import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { scratchFolder } from './database.ts';

it('what a process left that is gone is removed; what a running one uses stays', async () => {
  const mine = await scratchFolder();
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  const left = join(dirname(mine), `cytocomm-api-${gone}-left`);
  await mkdir(left);
  await writeFile(join(left, 'data'), 'x');
  const other = await scratchFolder();
  expect([mine, other, left].map((folder) => existsSync(folder))).toEqual([true, true, false]);
  for (const folder of [mine, other]) await rm(folder, { recursive: true });
});
