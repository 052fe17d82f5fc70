import type { FileHandle } from 'node:fs/promises';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FileAnswer } from './file-answer.ts';
import { FileUnusable, openFile, stampOf, type Variant } from './stored-file.ts';

/** Further headers of a kind of files. */
export interface FileHeaders {
  /** For each response. */
  readonly always: OutgoingHttpHeaders;
  /** For 200, 206 and 304 of a file of this path, over the others. */
  found(path: string): OutgoingHttpHeaders;
}

/** The file on the disk has changed since it was checked. */
export class FileChanged extends FileUnusable {
  override readonly name = 'FileChanged';
}

/** Opens a checked file. Throws FileChanged. */
async function openUnchanged({ path, stamp }: Variant): Promise<FileHandle> {
  const { handle, stats } = await openFile(path);
  if (stampOf(stats) === stamp) return handle;
  await handle.close();
  throw new FileChanged(`${path} has changed`);
}

/** Forwards bytes. Throws FileUnusable when they end early: the client would wait for ever. */
async function* inFull(chunks: AsyncIterable<Buffer>, promised: number): AsyncGenerator<Buffer> {
  let passed = 0;
  for await (const chunk of chunks) {
    passed += chunk.length;
    yield chunk;
  }
  if (passed !== promised) throw new FileUnusable(`a file ended after ${passed} bytes of ${promised}`);
}

/**
 * Sends a response whose bytes are in memory, or that has none. Returns false for others. `id` is the request's, written with
 * the other headers: a separate one would cost as much as all.
 */
export function sendKept(
  response: ServerResponse,
  { status, headers, body }: FileAnswer,
  headersOfFile: OutgoingHttpHeaders,
  id?: string,
): boolean {
  const content = body?.variant.content;
  if (body && !content) return false;
  const ofRequest = id === undefined ? {} : { 'X-Request-Id': id };
  response.writeHead(status, { ...headersOfFile, ...headers, ...ofRequest });
  response.end(content?.subarray(body?.range.start, body?.range.end));
  return true;
}

/** Sends a response. Throws FileChanged before anything was sent, or the error that ended it. */
export async function sendAnswer(
  response: ServerResponse,
  answer: FileAnswer,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  if (sendKept(response, answer, headers) || !answer.body) return;
  const { start, end } = answer.body.range;
  const handle = await openUnchanged(answer.body.variant);
  try {
    response.writeHead(answer.status, { ...headers, ...answer.headers });
    const bytes = handle.createReadStream({ start, end: end - 1 });
    await pipeline(bytes, (chunks) => inFull(chunks, end - start), response);
  } finally {
    // A client that left before the first byte never started the stream.
    await handle.close();
  }
}

/** Whether the client disconnected, or read nothing for too long. */
export function isClientGone(error: unknown): boolean {
  const { code }: { code?: unknown } = typeof error === 'object' ? { ...error } : {};
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_UNABLE_TO_PIPE';
}
