import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addressOf, uploadDocument } from '@cytocomm/contract';
import { z } from 'zod';

/** A megabyte of the transfers: 1,000,000 bytes. */
export const MEGABYTE = 1_000_000;

const PIECE = randomBytes(1024 * 1024);
const HEAD = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1');
const BOUNDARY = 'bench-boundary-4f1c';

/** A file of this many bytes that is recognised as a PDF, made as it is taken. */
function* pdfOf(bytes: number): Generator<Buffer> {
  yield HEAD;
  for (let rest = bytes - HEAD.length; rest > 0; rest -= PIECE.length) yield PIECE.subarray(0, rest);
}

/** Downloads and throws away. Rejects unless so many bytes come, with the status of the whole or of a range. */
export async function download(url: string, bytes: number, headers: Readonly<Record<string, string>>): Promise<void> {
  const [answer]: IncomingMessage[] = await once(request(url, { headers, agent: false }).end(), 'response');
  const expected = headers.Range === undefined ? 200 : 206;
  if (answer?.statusCode !== expected) throw new Error(`${url} was answered with ${answer?.statusCode}`);
  let received = 0;
  for await (const piece of answer) received += piece.length;
  if (received !== bytes) throw new Error(`${received} of ${bytes} bytes of ${url} came`);
}

async function upload(url: string, headers: Record<string, string>, pieces: Iterable<Buffer>): Promise<string> {
  const sent = request(url, { method: 'POST', headers, agent: false });
  const answered = once(sent, 'response');
  await pipeline(Readable.from(pieces), sent);
  const [answer]: IncomingMessage[] = await answered;
  const text = (await answer?.toArray())?.join('') ?? '';
  if (Number(answer?.statusCode) >= 300) throw new Error(`${url} was answered with ${answer?.statusCode}: ${text}`);
  return text;
}

/** Stores a file with the bare contender. Returns the file's id. */
export function uploadBare(url: string, bytes: number): Promise<string> {
  return upload(`${url}/content/`, { 'Content-Length': String(bytes) }, pdfOf(bytes));
}

function* formOf(title: string, bytes: number): Generator<Buffer> {
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  yield Buffer.from(field('title', title) + field('visibility', 'investor') + file);
  yield* pdfOf(bytes);
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

const uploadedSchema = z.object({ url: z.string(), size: z.number() });

/** Uploads a document to the portal, as its form does. Returns where it is; rejects unless the portal stored every byte. */
export async function uploadPdf(url: string, bearer: string, title: string, bytes: number) {
  const headers = { Authorization: bearer, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const answer = await upload(url + addressOf(uploadDocument), headers, formOf(title, bytes));
  const document = uploadedSchema.parse(JSON.parse(answer));
  if (document.size !== bytes) throw new Error(`${bytes} bytes were sent, ${document.size} stored`);
  return document;
}
