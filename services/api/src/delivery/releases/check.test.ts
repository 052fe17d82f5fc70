import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseSchema } from '@cytocomm/contract';
import { inFolder, releaseFiles } from '../../testing/releases.ts';
import { type CheckThreads, createCheckThreads, judgeRelease, verifyRelease } from './check.ts';

const BUSY = { status: 503, code: 'busy' };
const noClaims = { claims: { routes: [], sections: [], roles: [] }, others: [] };
const silent: CheckThreads = { run: async () => undefined, end: async () => undefined };

it('a thread without an answer is a 503', async () => {
  const files = await releaseFiles();
  const manifest = releaseSchema.parse(JSON.parse(files['release.json'] ?? ''));
  await expect(verifyRelease(silent, '/', 'mfe-lab')).rejects.toMatchObject(BUSY);
  await expect(judgeRelease(silent, '/', manifest, noClaims, 'to be made')).rejects.toMatchObject(BUSY);
});

it('a task that takes too long ends its thread, and the next one gets a new thread', async () => {
  const slow = createCheckThreads(0);
  await inFolder(await releaseFiles(), async (dir) => {
    const task = { kind: 'verify', dir, remote: undefined } as const;
    expect(await slow.run(task)).toBeUndefined();
    expect(await slow.run(task)).toBeUndefined();
  });
  await slow.end();
});

it('a release that exceeds the heap ends only its thread', async () => {
  const threads = createCheckThreads(30_000, 96);
  const judge = async (more: string) =>
    inFolder(await releaseFiles({ files: { 'More.js': `"use strict";${more}` } }), (dir) =>
      threads.run({
        kind: 'judge',
        dir,
        manifest: releaseSchema.parse(JSON.parse(readFileSync(join(dir, 'release.json'), 'utf8'))),
      }),
    );
  try {
    expect(await judge(`[${'1,'.repeat(2_000_000)}]`)).toBeUndefined();
    expect(await judge('')).toMatchObject({ kind: 'checks' });
  } finally {
    await threads.end();
  }
});
