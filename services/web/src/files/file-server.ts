import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { answerFor } from './file-answer.ts';
import { createFileStore, type FileStoreLimits } from './file-store.ts';
import { FileChanged, type FileHeaders, isClientGone, sendAnswer, sendKept } from './send-answer.ts';
import { FileMissing, type ListedFile } from './stored-file.ts';
import { itsTurn } from './turn.ts';

/** A client that takes no byte for this long is not waited for. */
const STALLED_CLIENT_MS = 30_000;

/** What a file server works with. */
export interface FileServerOptions extends FileStoreLimits {
  readonly log: Logger;
  /** How long a client may take no byte, in ms; by default 30 s. */
  readonly stalledClientMs?: number;
}

/**
 * Handles requests for files: each is looked at before it is first sent, kept while there is room, and sent in parts or
 * packed as asked.
 */
export interface FileServer {
  /**
   * Sends a whole file that is in memory, or that the client has it (200, 304), and with the id that `giveId` gives the
   * request; false, and nothing has happened, when that cannot be, or when it is another request's turn.
   */
  serveKept(
    request: IncomingMessage,
    response: ServerResponse,
    file: ListedFile,
    headers: FileHeaders,
    giveId: (request: IncomingMessage) => string,
  ): boolean;
  /**
   * Sends the file that `find` finds, or 404. Whatever happens is an answer or the end of the connection, never
   * an exception. Lines of the log carry the request's id.
   */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    find: () => Promise<ListedFile | undefined> | ListedFile | undefined,
    headers: FileHeaders,
  ): Promise<void>;
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

function onlyReads({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Makes a file server with a memory of its own. */
export function createFileServer({
  log,
  stalledClientMs = STALLED_CLIENT_MS,
  ...limits
}: FileServerOptions): FileServer {
  const store = createFileStore((error) => log.error({ err: error }, 'a compressed file is left out'), limits);

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
    await sendAnswer(response, answer, headers);
  }

  return {
    serveKept(request, response, file, headers, giveId) {
      const stored = response.socket && onlyReads(request) ? store.kept(file) : undefined;
      const answer = stored && answerFor(request, file.integrity, stored);
      if (answer?.status !== 200 && answer?.status !== 304) return false;
      if (!sendKept(response, answer, headers, giveId(request))) return false;
      // Mostly the system takes a file whole, and there is nobody to wait for.
      if (response.socket?.writableLength !== 0) endWhenStalled(response);
      return true;
    },

    async serve(request, response, find, headers) {
      const { always } = headers;
      if (!onlyReads(request)) {
        refuse(response, 405, 'Files are only read.', { ...always, Allow: 'GET, HEAD' });
        return;
      }
      const turn = await itsTurn(request, response);
      if (turn === 'gone') return;
      if (turn === 'too-many') {
        const refusal = { ...always, Connection: 'close', 'Retry-After': '1' };
        refuse(response, 503, 'Too many requests are waiting on this connection.', refusal);
        return;
      }
      try {
        const file = await find();
        if (!file) {
          refuseMissing(response, headers);
          return;
        }
        endWhenStalled(response);
        await send(request, response, file, headers).catch((error: unknown) => {
          if (!(error instanceof FileChanged)) throw error;
          store.forget(file);
          return send(request, response, file, headers);
        });
      } catch (error) {
        if (isClientGone(error)) return;
        const { id: requestId } = request;
        log.error({ requestId, path: request.url, err: error }, 'a file cannot be sent');
        if (response.headersSent) response.destroy();
        else if (error instanceof FileMissing) refuseMissing(response, headers);
        else refuse(response, 500, `This file cannot be sent. Request ${requestId}`, always);
      }
    },
  };
}
