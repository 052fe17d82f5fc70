import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { documentSchema, type StoredDocument } from '@cytocomm/contract';
import { read, type TestBrowser } from './browser.ts';

/** One part of a form: a text field, or a file. */
export interface FormPart {
  readonly name: string;
  readonly value: string | Buffer;
  /** Written as it is, so that a test can send any name; without one the part is a text field. */
  readonly fileName?: string;
}

const BOUNDARY = '----test-boundary-7d1f';

/** The header that goes with `multipart`. */
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** The beginning of a form's file: everything before its bytes. */
export function fileHead(fileName: string, name = 'file'): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/pdf\r\n\r\n`;
}

/** The end of a form. */
export const FORM_END = `\r\n--${BOUNDARY}--\r\n`;

/** A form as a browser sends it. */
export function multipart(parts: readonly FormPart[]): Buffer {
  const pieces = parts.flatMap(({ name, value, fileName }) => [
    fileName === undefined
      ? `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
      : fileHead(fileName, name),
    value,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

/** An upload whose bytes a test sends when it wants. */
export interface SlowUpload {
  readonly sent: ClientRequest;
  /** Resolves when the bytes have left. */
  write(bytes: Buffer | string): Promise<void>;
  /** The status and body of the answer, whenever it comes. */
  readonly answer: Promise<{ status: number; text: string }>;
}

/** Opens an upload; without a declared length the body is chunked. */
export function slowUpload(
  url: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
  path = '/api/admin/documents',
): SlowUpload {
  const sent = request(new URL(path, url), {
    method: 'POST',
    headers: { 'Content-Type': MULTIPART, Authorization: `Bearer ${token}`, ...headers },
    agent: false,
  });
  const answer = (async () => {
    const [answered] = await once(sent, 'response');
    let text = '';
    for await (const piece of answered) text += String(piece);
    return { status: Number(answered.statusCode), text };
  })();
  answer.catch(() => undefined);
  sent.on('error', () => undefined);
  return {
    sent,
    write: (bytes) =>
      new Promise((resolve, reject) => sent.write(bytes, (error) => (error ? reject(error) : resolve()))),
    answer,
  };
}

/** Adds a document as an admin does, by default a public one. Returns it as the API does. */
export async function addDocument(
  admin: TestBrowser,
  fields: Readonly<Record<string, string>> = {},
  value: string | Buffer = '%PDF-1.7\n',
): Promise<StoredDocument> {
  const parts = Object.entries({ title: 'Report', visibility: 'public', ...fields });
  const form = [
    ...parts.map(([name, text]) => ({ name, value: text })),
    { name: 'file', value, fileName: 'report.pdf' },
  ];
  const options = { headers: { 'Content-Type': MULTIPART }, body: multipart(form) };
  return read(await admin.authorised('POST', '/api/admin/documents', options), documentSchema, 201);
}
