import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { HOT_BUILDS_PATH } from '@cytocomm/composition';
import type { Release } from '@cytocomm/contract';
import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { sourcePath } from '../watch-workspace.ts';
import type { HotUpdates } from './hot-config.ts';
import { EVENTS_PATH, type Fault, type HotMessage, messageText, PLACE_PATH } from './messages.ts';

/** Returns the address that a request asks for; null where its target is none, as `//`: a sender may write anything there. */
export function requestUrl({ url = '/' }: IncomingMessage, origin = 'http://localhost'): URL | null {
  return URL.parse(url, origin);
}

/** The most pages that may listen at once. */
const MAX_LISTENERS = 50;

/** Sends open pages what becomes of builds. */
interface EventStream {
  /** Sends a page the latest message of each build, then every later one. */
  listen(response: ServerResponse): void;
  send(message: HotMessage): void;
  /** Ends the open streams. */
  close(): void;
}

/** Creates a stream that tells nothing until something is sent. */
function createEventStream(): EventStream {
  const listeners = new Set<ServerResponse>();
  /** The last finished build and the failure since then, by name. */
  const newest = new Map<string, readonly HotMessage[]>();
  return {
    listen(response) {
      if (listeners.size >= MAX_LISTENERS) {
        response.writeHead(503, { 'Retry-After': '5' }).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(':\n\n');
      for (const message of [...newest.values()].flat()) response.write(messageText(message));
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    send(message) {
      const built = newest.get(message.name)?.filter(({ kind }) => kind === 'built') ?? [];
      newest.set(message.name, message.kind === 'built' ? [message] : [...built, message]);
      for (const listener of listeners) listener.write(messageText(message));
    },
    close() {
      for (const listener of listeners) listener.end();
    },
  };
}

/** How many lines of the source are shown before and after the one that is meant. */
const LINES_AROUND = 2;

/** With what webpack begins the names of a build's sources. */
const OF_BUILD = /^webpack:\/\/([^/]+)\/(.*?)(?:\?.*)?$/;
/** Sources of other people are no place to mend anything. */
const FOREIGN = /(^|\/)(node_modules|webpack)\//;

function linesAround(source: string, line: number): string {
  const first = Math.max(1, line - LINES_AROUND);
  return source
    .split('\n')
    .slice(first - 1, line + LINES_AROUND)
    .map((text, index) => `${first + index === line ? '>' : ' '} ${first + index} | ${text}`)
    .join('\n');
}

/**
 * Returns the place in the sources that `map`, the source map of a script as JSON, has for a place in it, both counted from 1,
 * with the lines around it after `text`; undefined where the map knows none, or one of another package's.
 */
function sourcePlace(map: string, line: number, column: number, text: string): Fault | undefined {
  const traced = new TraceMap(map);
  const found = originalPositionFor(traced, { line, column: column - 1 });
  const [, build, path = ''] = OF_BUILD.exec(found.source ?? '') ?? [];
  if (build === undefined || found.line === null || FOREIGN.test(path)) return undefined;
  const content = sourceContentFor(traced, found.source ?? '');
  const shown = content ? `${text}\n\n${linesAround(content, found.line)}` : text;
  return { text: shown, file: sourcePath(build, path), line: found.line };
}

/** The types of the files that builds write. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};

/** The most characters of an error's words that are sent back. */
const MAX_TEXT_LENGTH = 4000;
/** A path of files: no name begins with a dot. */
const FILE_PATH = /^(?:[^./\\%][^/\\%]*\/)*[^./\\%][^/\\%]*$/;

/** A finished build that is watched. */
export interface HotBuildFiles {
  readonly release: Release;
  /** Where its files lie until the next one. */
  readonly distDir: string;
  /** webpack's hash of it. */
  readonly hash: string;
  readonly updates: HotUpdates;
}

/** Serves watched builds to pages that follow them. */
export interface HotChannel {
  /** Handles a request below `/@dev/`, and one whose target is no address; false when it is for somebody else. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Returns a file of the newest build of a name, or of its updates; undefined where there is none. */
  file(name: string, path: string): Buffer | undefined;
  /** This build is the newest of its name from now on. */
  built(build: HotBuildFiles): void;
  /** The sources of a name do not build, or cannot be shown. */
  failed(name: string, faults: readonly Fault[]): void;
  /** Ends the open streams. */
  close(): void;
}

/** Returns whether a path is one of the pictures that builds write. */
export function isPicture(path: string): boolean {
  return TYPES[extname(path)]?.startsWith('image/') === true;
}

/** Sends a file of a build, or 404. The next build may have another one under its name, so no browser keeps it. */
export function sendFile(response: ServerResponse, path: string, content: Buffer | undefined): void {
  if (content === undefined) {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('There is no such file.\n');
    return;
  }
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  response.writeHead(200, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(content);
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

function readOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Creates a channel without builds. `mapOf` returns the source map of a script that none of them holds, if there is one. */
export function createHotChannel(mapOf: (script: string) => Buffer | undefined = () => undefined): HotChannel {
  const builds = new Map<string, HotBuildFiles>();
  const stream = createEventStream();

  const file = (name: string, path: string) => {
    const build = builds.get(name);
    if (!build || !FILE_PATH.test(path)) return undefined;
    return build.updates.file(path) ?? readOrNothing(join(build.distDir, path));
  };

  /** The file that an address below the hot folder names. */
  const fileAt = (pathname: string) => {
    const [, name = '', path = ''] = /^([^/]+)\/(.+)$/.exec(pathname.slice(HOT_BUILDS_PATH.length)) ?? [];
    return file(name, path);
  };

  function placeOf(query: URLSearchParams): Fault | undefined {
    const script = query.get('script') ?? '';
    const map = script.startsWith(HOT_BUILDS_PATH) ? fileAt(`${script}.map`) : mapOf(script);
    const [line, column] = [Number(query.get('line')), Number(query.get('column'))];
    if (!map || !Number.isSafeInteger(line) || !Number.isSafeInteger(column) || line < 1 || column < 1)
      return undefined;
    return sourcePlace(map.toString(), line, column, (query.get('text') ?? '').slice(0, MAX_TEXT_LENGTH));
  }

  return {
    file,
    handle(request, response) {
      const url = requestUrl(request);
      if (url === null) {
        response.writeHead(400).end();
        return true;
      }
      const { pathname, searchParams } = url;
      if (pathname === EVENTS_PATH) stream.listen(response);
      else if (pathname === PLACE_PATH) {
        const fault = placeOf(searchParams);
        sendFile(response, 'place.json', fault && Buffer.from(JSON.stringify(fault)));
      } else if (pathname.startsWith(HOT_BUILDS_PATH)) sendFile(response, pathname, fileAt(pathname));
      else return false;
      return true;
    },
    built(build) {
      const { release, distDir, hash } = build;
      builds.set(release.name, build);
      const sheets = release.files.filter(({ path }) => path.endsWith('.css'));
      const styles = sheets.map(({ path }) => [path, hashOf(readFileSync(join(distDir, path)))]);
      const { title, contract, api, shared, contributions } = release;
      const facts = hashOf(Buffer.from(JSON.stringify({ title, contract, api, shared, contributions })));
      stream.send({ kind: 'built', name: release.name, hash, facts, styles: Object.fromEntries(styles) });
    },
    failed: (name, faults) => stream.send({ kind: 'failed', name, faults }),
    close: () => stream.close(),
  };
}
