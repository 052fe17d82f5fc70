import type { Lock } from '@cytocomm/contract';
import { rotated } from '../statistics.ts';
import { askAgain, processorTimeOf } from './asking.ts';
import { type FileServer, nginxVersion, type Store, startNginx, startWeb } from './servers.ts';

const CONNECTIONS = 10;
const ANSWERS_A_ROUND = 10_000;

/** What one server needed in one round. */
interface FileRound {
  /** Time on the processor for an answer, in µs. */
  readonly microseconds: number;
  readonly perSecond: number;
}

/** One release file by services/web and by nginx; in each round the two right after one another. */
export interface ReleaseFileFigures {
  readonly path: string;
  readonly bytes: number;
  readonly nginx: string;
  readonly rounds: readonly { readonly portal: FileRound; readonly nginx: FileRound }[];
}

async function round({ port, pid }: FileServer, path: string): Promise<FileRound> {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`;
  let left = ANSWERS_A_ROUND;
  const mayAsk = () => left-- > 0;
  const [busyBefore, before] = [processorTimeOf(pid), performance.now()];
  await Promise.all(Array.from({ length: CONNECTIONS }, () => askAgain(port, request, mayAsk)));
  const seconds = (performance.now() - before) / 1000;
  return {
    microseconds: (processorTimeOf(pid) - busyBefore) / ANSWERS_A_ROUND,
    perSecond: ANSWERS_A_ROUND / seconds,
  };
}

/**
 * Serves the largest script of a lock by services/web and by nginx from one folder, both packed with gzip beforehand. Undefined
 * where nginx is not installed or processor times cannot be read, after saying so.
 */
export async function measureReleaseFiles(
  store: Store,
  lock: Lock,
  workDir: string,
  rounds: number,
  say: (line: string) => void,
): Promise<ReleaseFileFigures | undefined> {
  const version = nginxVersion();
  if (version === undefined || process.platform !== 'linux') {
    say('Release files are not measured: that needs Linux and an nginx with gzip_static on the path.');
    return undefined;
  }
  const scripts = [lock.shell, ...lock.remotes].flatMap(({ baseUrl, files }) =>
    files.filter(({ path }) => /^[^.].*\.js$/.test(path)).map(({ path, bytes }) => ({ path: baseUrl + path, bytes })),
  );
  const { path, bytes } = scripts.reduce((largest, script) => (script.bytes > largest.bytes ? script : largest));
  await using portal = await startWeb(store, path);
  await using nginx = await startNginx(store, workDir, path);
  const contenders = [
    ['portal', portal],
    ['nginx', nginx],
  ] as const;
  // Once before it counts: files are read, code is compiled.
  for (const [, server] of contenders) await round(server, path);
  const measured: { portal: FileRound; nginx: FileRound }[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const pair: Partial<Record<'portal' | 'nginx', FileRound>> = {};
    for (const [name, server] of rotated(contenders, number)) pair[name] = await round(server, path);
    if (pair.portal && pair.nginx) measured.push({ portal: pair.portal, nginx: pair.nginx });
  }
  return { path, bytes, nginx: version, rounds: measured };
}
