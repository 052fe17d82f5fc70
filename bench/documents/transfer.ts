import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addressOf, uploadDocument } from '@cytocomm/contract';

const PIECE = randomBytes(1024 * 1024);
const HEAD = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1');
const BOUNDARY = 'bench-boundary-4f1c';

/** A file of this many bytes that is recognised as a PDF, made as it is taken. */
function* pdfOf(bytes: number): Generator<Buffer> {
  yield HEAD;
  for (let left = bytes - HEAD.length; left > 0; left -= PIECE.length) yield PIECE.subarray(0, left);
}

async function answerTo(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer === undefined) throw new Error('there was no answer');
  return answer;
}

/** Downloads and throws away. Gives the number of bytes; rejects unless the status is the one expected. */
export async function download(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const sent = request(url, { headers, agent: false });
  sent.end();
  const answer = await answerTo(sent);
  const expected = headers.Range === undefined ? 200 : 206;
  if (answer.statusCode !== expected) throw new Error(`${url} was answered with ${answer.statusCode}`);
  let bytes = 0;
  answer.on('data', (piece: Buffer) => {
    bytes += piece.length;
  });
  await once(answer, 'end');
  return bytes;
}

async function upload(url: string, headers: Record<string, string>, pieces: Iterable<Buffer>): Promise<string> {
  const sent = request(url, { method: 'POST', headers, agent: false });
  const answered = answerTo(sent);
  await pipeline(Readable.from(pieces), sent);
  const answer = await answered;
  const text = (await answer.toArray()).join('');
  if ((answer.statusCode ?? 0) >= 300) throw new Error(`${url} was answered with ${answer.statusCode}: ${text}`);
  return text;
}

/** Stores a file with the bare contender. Gives the file's id. */
export function uploadBare(url: string, bytes: number): Promise<string> {
  return upload(url, { 'Content-Length': String(bytes) }, pdfOf(bytes));
}

function* formOf(title: string, bytes: number): Generator<Buffer> {
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  yield Buffer.from(field('title', title) + field('visibility', 'investor') + file);
  yield* pdfOf(bytes);
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

/** A document as the portal answers an upload. */
export interface Uploaded {
  readonly id: string;
  readonly url: string;
  readonly size: number;
}

/** Uploads a document to the portal, as its form does. */
export async function uploadPdf(url: string, bearer: string, title: string, bytes: number): Promise<Uploaded> {
  const headers = { Authorization: bearer, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const document: Uploaded = JSON.parse(await upload(url + addressOf(uploadDocument), headers, formOf(title, bytes)));
  if (document.size !== bytes) throw new Error(`${bytes} bytes were sent, ${document.size} stored`);
  return document;
}
