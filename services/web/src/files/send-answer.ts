import type { FileHandle } from 'node:fs/promises';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FileAnswer } from './file-answer.ts';
import { FileUnusable, openFile, stampOf, type Variant } from './stored-file.ts';

/** What the answers of a kind of files say besides. */
export interface FileHeaders {
  /** On each answer. */
  readonly always: OutgoingHttpHeaders;
  /** On those that hold the file, or say that the client has it. */
  readonly found: OutgoingHttpHeaders;
}

/** The file on the disk is no longer the one that was looked at. */
export class FileChanged extends FileUnusable {
  override readonly name = 'FileChanged';
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

/**
 * Sends an answer whose bytes are in memory, or that has none; false when they are not. `id` is the request's, where it is not yet
 * among the headers: one by itself would cost as much as all that are written at once.
 */
export function sendKept(
  response: ServerResponse,
  { status, headers, body }: FileAnswer,
  { always, found }: FileHeaders,
  id?: string,
): boolean {
  const content = body?.variant.content;
  if (body && !content) return false;
  const ofRequest = id === undefined ? {} : { 'X-Request-Id': id };
  response.writeHead(status, { ...always, ...found, ...headers, ...ofRequest });
  response.end(content?.subarray(body?.range.start, body?.range.end));
  return true;
}

/** Sends an answer. Throws FileChanged before anything was sent, or what ended the sending. */
export async function sendAnswer(response: ServerResponse, answer: FileAnswer, headers: FileHeaders): Promise<void> {
  if (sendKept(response, answer, headers) || !answer.body) return;
  const { start, end } = answer.body.range;
  const handle = await openUnchanged(answer.body.variant);
  try {
    response.writeHead(answer.status, { ...headers.always, ...headers.found, ...answer.headers });
    const bytes = handle.createReadStream({ start, end: end - 1 });
    await pipeline(bytes, (chunks) => inFull(chunks, end - start), response);
  } finally {
    // A client that left before the first byte never began the stream that would close it.
    await handle.close();
  }
}

/** Whether the sending ended because the client left, or was ended for taking nothing. */
export function isClientGone(error: unknown): boolean {
  const { code }: { code?: unknown } = typeof error === 'object' ? { ...error } : {};
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_UNABLE_TO_PIPE';
}
