import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { MULTIPART } from './multipart.ts';

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
