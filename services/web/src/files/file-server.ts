import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  answerFor,
  type FileAnswer,
  FileChanged,
  type FileHeaders,
  isClientGone,
  sendAnswer,
  sendKept,
} from './file-answer.ts';
import { createGate } from './gate.ts';
import { ReleaseUnavailable, ReleaseWithdrawn } from './release-access.ts';
import { FileMissing, type FileUnusable, type ListedFile, readStoredFile, type StoredFile } from './stored-file.ts';

/** How many bytes all cached files may take. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
/** Larger files are read from the disk each time. */
const MAX_CACHED_FILE_BYTES = 1024 * 1024;
/** How many files are read at once: more than Node's threads would only take memory. */
const MAX_READS = 4;
/** The size of an entry besides its bytes, which bounds empty files, too. */
const ENTRY_BYTES = 1024;

/** Listed files with their compressed twins, checked and cached. */
interface FileStore {
  /** Returns a cached file; undefined for others. */
  cached(file: ListedFile): StoredFile | undefined;
  /** Returns a file with its codings. Rejects with FileMissing or FileUnusable. */
  open(file: ListedFile): Promise<StoredFile>;
  /** Removes a file from the cache, so that it is checked again. */
  forget(file: ListedFile): void;
}

/** The bounds of the cache, in bytes; by default 64 MiB, and 1 MiB per file. */
export interface FileStoreLimits {
  readonly maxCachedBytes?: number;
  readonly maxCachedFileBytes?: number;
}

/** Creates a store. `refused` is called with twins that do not match their file. */
function createFileStore(
  refused: (error: FileUnusable) => void,
  { maxCachedBytes = MAX_CACHED_BYTES, maxCachedFileBytes = MAX_CACHED_FILE_BYTES }: FileStoreLimits = {},
): FileStore {
  const gate = createGate(MAX_READS);
  const cache = new LRUCache<string, StoredFile, ListedFile>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ smallestFirst }) =>
      smallestFirst.reduce((sum, { content }) => sum + (content?.length ?? 0), ENTRY_BYTES),
    fetchMethod: (_path, _before, { context }) => gate(() => readStoredFile(context, maxCachedFileBytes, refused)),
    // Waiting callers get the file, also if it was evicted meanwhile.
    ignoreFetchAbort: true,
  });
  return {
    cached: (file) => cache.get(file.path),
    open: (file) => cache.forceFetch(file.path, { context: file }),
    forget: (file) => void cache.delete(file.path),
  };
}

/** How many requests of a connection may wait behind the current one. */
export const MAX_WAITING_REQUESTS = 500;

const waiting = new WeakMap<Socket, number>();

/** The result: respond now, the client is gone, or too many requests wait. */
type Turn = 'now' | 'gone' | 'too-many';

/**
 * Resolves when a pipelined request is the first of its connection. Responses leave in order: a file opened, or memory taken,
 * before would be held as long as the client likes.
 */
async function waitForTurn(request: IncomingMessage, response: ServerResponse): Promise<Turn> {
  if (response.socket) return 'now';
  const { socket } = request;
  if (socket.destroyed) return 'gone';
  const others = waiting.get(socket) ?? 0;
  if (others >= MAX_WAITING_REQUESTS) return 'too-many';
  waiting.set(socket, others + 1);
  const turn = await new Promise<Turn>((resolve) => {
    response.once('socket', () => resolve('now'));
    response.once('close', () => resolve('gone'));
  });
  waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
  return turn;
}

/** How long a client may read no byte, in ms. */
const STALLED_CLIENT_MS = 30_000;
/** How often a file is looked for that changes or goes meanwhile. */
const MAX_TRIES = 5;
/** When to ask again for a release that cannot be brought now. */
const RETRY_AFTER_SECONDS = '5';

/** Finds a file; `isAgain` when the one that it has found is missing. */
type FindFile = (isAgain: boolean) => Promise<ListedFile | undefined> | ListedFile | undefined;

/** Options of a file server. */
export interface FileServerOptions extends FileStoreLimits {
  readonly log: Logger;
  /** How long a client may read no byte, in ms; 30 s by default. */
  readonly stalledClientMs?: number;
}

/**
 * Serves files: each is checked before it is first sent, cached while there is room, and sent in ranges and codings.
 */
export interface FileServer {
  /**
   * Sends a whole cached file, or 304, with the request's id of `giveId`. Returns false, without an effect, when it is not
   * cached, or another request of the connection goes first.
   */
  serveKept(
    request: IncomingMessage,
    response: ServerResponse,
    file: ListedFile,
    headers: FileHeaders,
    giveId: (request: IncomingMessage) => string,
  ): boolean;
  /**
   * Sends the file that `find` returns, or 404, or 410 of a withdrawn release; it is asked once more when that file is missing on the disk. Never throws: a failure is a response, or ends the connection. Log lines have
   * the request's id.
   */
  serve(request: IncomingMessage, response: ServerResponse, find: FindFile, headers: FileHeaders): Promise<void>;
  /** Returns how many bytes of files it has sent since it was created. */
  sentBytes(): number;
}

function refuse(response: ServerResponse, status: number, words: string, headers: OutgoingHttpHeaders): void {
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(words),
  });
  response.end(words);
}

function refuseMissing(response: ServerResponse, { always }: FileHeaders): void {
  refuse(response, 404, 'No release holds this file.', always);
}

function headersOf({ always, found }: FileHeaders, { path }: ListedFile): OutgoingHttpHeaders {
  return { ...always, ...found(path) };
}

function onlyReads({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Creates a file server with a cache of its own. */
export function createFileServer({
  log,
  stalledClientMs = STALLED_CLIENT_MS,
  ...limits
}: FileServerOptions): FileServer {
  const store = createFileStore((error) => log.error({ err: error }, 'a compressed file is left out'), limits);

  let sent = 0;
  const count = ({ body }: FileAnswer) => {
    if (body) sent += body.range.end - body.range.start;
  };

  function endWhenStalled(response: ServerResponse): void {
    response.setTimeout(stalledClientMs, () => response.destroy());
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    file: ListedFile,
    headers: FileHeaders,
  ): Promise<void> {
    const answer = answerFor(request, file.integrity, await store.open(file));
    await sendAnswer(response, answer, headersOf(headers, file));
    count(answer);
  }

  /** Sends a file, also when it was altered, or removed by the cache, between the look at it and its bytes. */
  async function sendFound(
    request: IncomingMessage,
    response: ServerResponse,
    found: ListedFile,
    find: FindFile,
    headers: FileHeaders,
  ): Promise<void> {
    let file = found;
    for (let turn = 1; ; turn += 1) {
      try {
        await send(request, response, file, headers);
        return;
      } catch (error) {
        if (turn === MAX_TRIES || response.headersSent) throw error;
        if (!(error instanceof FileChanged || error instanceof FileMissing)) throw error;
        store.forget(file);
        if (error instanceof FileMissing) file = (await find(true)) ?? file;
      }
    }
  }

  return {
    sentBytes: () => sent,
    serveKept(request, response, file, headers, giveId) {
      const stored = response.socket && onlyReads(request) ? store.cached(file) : undefined;
      const answer = stored && answerFor(request, file.integrity, stored);
      if (answer?.status !== 200 && answer?.status !== 304) return false;
      if (!sendKept(response, answer, headersOf(headers, file), giveId(request))) return false;
      count(answer);
      // The system usually takes a whole file at once.
      if (response.socket?.writableLength !== 0) endWhenStalled(response);
      return true;
    },

    async serve(request, response, find, headers) {
      const { always } = headers;
      if (!onlyReads(request)) {
        refuse(response, 405, 'Files are only read.', { ...always, Allow: 'GET, HEAD' });
        return;
      }
      const turn = await waitForTurn(request, response);
      if (turn === 'gone') return;
      if (turn === 'too-many') {
        const refusal = { ...always, Connection: 'close', 'Retry-After': '1' };
        refuse(response, 503, 'Too many requests are waiting on this connection.', refusal);
        return;
      }
      try {
        const file = await find(false);
        if (!file) {
          refuseMissing(response, headers);
          return;
        }
        endWhenStalled(response);
        await sendFound(request, response, file, find, headers);
      } catch (error) {
        if (isClientGone(error)) return;
        if (error instanceof ReleaseUnavailable) {
          refuse(response, 503, error.message, { ...always, 'Retry-After': RETRY_AFTER_SECONDS });
          return;
        }
        if (error instanceof ReleaseWithdrawn) {
          refuse(response, 410, error.message, always);
          return;
        }
        const { id: requestId } = request;
        log.error({ requestId, path: request.url, err: error }, 'a file cannot be sent');
        if (response.headersSent) response.destroy();
        else if (error instanceof FileMissing) refuseMissing(response, headers);
        else refuse(response, 500, `This file cannot be sent. Request ${requestId}`, always);
      }
    },
  };
}
