import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { answerFor, type FileAnswer } from './file-answer.ts';
import { createFileStore, type FileStoreLimits } from './file-store.ts';
import { FileMissing, FileUnusable, type ListedFile, openFile, stampOf, type Variant } from './stored-file.ts';
import { itsTurn } from './turn.ts';

/** A client that takes no byte for this long is not waited for. */
const STALLED_CLIENT_MS = 30_000;

/** The file on the disk is no longer the one that was looked at. */
class FileChanged extends FileUnusable {
  override readonly name = 'FileChanged';
}

/** How a file is found, and what its answer says besides. */
export interface ServedFile {
  /** Finds the file that the request means; undefined when there is none. Throws FileUnusable. */
  find(): Promise<ListedFile | undefined> | ListedFile | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** What serves files. */
export interface FileServerOptions extends FileStoreLimits {
  readonly log: Logger;
  /** How long a client may take no byte, in ms; by default 30 s. */
  readonly stalledClientMs?: number;
}

/** Answers a request with a file. Whatever happens is an answer or the end of the connection, never an exception. */
export type ServeFile = (request: Request, response: Response, served: ServedFile) => Promise<void>;

function refuse(response: Response, status: number, words: string): void {
  response.status(status).set('Cache-Control', 'no-store').type('text/plain').send(words);
}

function noSuchFile(response: Response): void {
  refuse(response, 404, 'No release holds this file.');
}

/** Whether the sending ended because the client left, or was ended for taking nothing. */
function isClientGone(error: unknown): boolean {
  const { code }: { code?: unknown } = typeof error === 'object' ? { ...error } : {};
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_UNABLE_TO_PIPE';
}

/** Opens what was looked at earlier. Throws FileChanged when it is another by now. */
async function openUnchanged({ path, stamp }: Variant): Promise<FileHandle> {
  const { handle, stats } = await openFile(path);
  if (stampOf(stats) === stamp) return handle;
  await handle.close();
  throw new FileChanged(`${path} has changed`);
}

/** Passes bytes on. Throws FileUnusable when they end too early: a client that was promised more would wait for ever. */
async function* inFull(chunks: AsyncIterable<Buffer>, promised: number): AsyncGenerator<Buffer> {
  let passed = 0;
  for await (const chunk of chunks) {
    passed += chunk.length;
    yield chunk;
  }
  if (passed !== promised) throw new FileUnusable(`a file ended after ${passed} bytes of ${promised}`);
}

/** Sends the answer. Throws FileChanged before anything was sent, or what ended the sending. */
async function send(response: Response, { status, headers, body }: FileAnswer): Promise<void> {
  if (!body) {
    response.writeHead(status, headers).end();
    return;
  }
  const { content } = body.variant;
  const { start, end } = body.range;
  if (content) {
    response.writeHead(status, headers).end(content.subarray(start, end));
    return;
  }
  const handle = await openUnchanged(body.variant);
  try {
    response.writeHead(status, headers);
    const bytes = handle.createReadStream({ start, end: end - 1 });
    await pipeline(bytes, (chunks) => inFull(chunks, end - start), response);
  } finally {
    // A client that left before the first byte never began the stream that would close it.
    await handle.close();
  }
}

/** Makes what serves files: each is looked at before it is first sent, kept while there is room, and sent in parts or packed as asked. */
export function createFileServer({
  log,
  stalledClientMs = STALLED_CLIENT_MS,
  ...limits
}: FileServerOptions): ServeFile {
  const store = createFileStore((error) => log.error({ err: error }, 'a compressed file is left out'), limits);

  async function answer(request: Request, response: Response, served: ServedFile): Promise<void> {
    const file = await served.find();
    if (!file) {
      noSuchFile(response);
      return;
    }
    response.setTimeout(stalledClientMs, () => response.destroy());
    response.type(extname(file.path)).set(served.headers);
    const sendNewest = async () => send(response, answerFor(request, file.integrity, await store.open(file)));
    try {
      await sendNewest();
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error;
      store.forget(file);
      await sendNewest();
    }
  }

  return async (request, response, served) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('Allow', 'GET, HEAD');
      refuse(response, 405, 'Files are only read.');
      return;
    }
    const turn = await itsTurn(request, response);
    if (turn === 'gone') return;
    if (turn === 'too-many') {
      response.set({ Connection: 'close', 'Retry-After': '1' });
      refuse(response, 503, 'Too many requests are waiting on this connection.');
      return;
    }
    try {
      await answer(request, response, served);
    } catch (error) {
      if (isClientGone(error)) return;
      const requestId = randomUUID();
      log.error({ requestId, path: request.originalUrl, err: error }, 'a file cannot be sent');
      if (response.headersSent) response.destroy();
      else if (error instanceof FileMissing) noSuchFile(response);
      else refuse(response, 500, `This file cannot be sent. Request ${requestId}`);
    }
  };
}
