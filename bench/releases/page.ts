import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type FileRound, inTurn } from '../release-files/rounds.ts';
import type { FileServer } from '../release-files/servers.ts';

/** A page by services/web and a file of the same bytes by Express, round by round in turn. */
export interface PageFigures {
  readonly bytes: number;
  readonly rounds: readonly { readonly ours: FileRound; readonly theirs: FileRound }[];
}

/** Returns a page as it is sent to a browser that takes Brotli. */
async function packedPage(port: number): Promise<Buffer> {
  const asked = request({ port, host: '127.0.0.1', path: '/', headers: { 'Accept-Encoding': 'br' } }).end();
  const [answer] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function startExpress(dir: string): Promise<FileServer> {
  const program = join(import.meta.dirname, 'bare-server.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, dir], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url }: { readonly url: string } = JSON.parse(String(line));
  return {
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Asks for Home at a web process, and for a file of the same bytes at a bare Express. */
export async function measurePage(web: FileServer, workDir: string, rounds: number): Promise<PageFigures> {
  const page = await packedPage(web.port);
  const dir = join(workDir, 'static');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'page.html'), page);
  await using bare = await startExpress(dir);
  return { bytes: page.length, rounds: await inTurn([web, '/', 'br'], [bare, '/page.html', 'br'], rounds) };
}
