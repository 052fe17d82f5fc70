import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import type { Answer } from './browser.ts';

/** A call whose body a test holds back. */
export interface HeldCall {
  /** Sends the rest of the body. Returns status and text of the answer. */
  finish(): Promise<Pick<Answer, 'status' | 'text'>>;
}

/** What is sent. */
interface Held {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const MARK = 'x-held-body';
const reading = new Map<string, () => void>();

subscribe('http.server.request.start', (message) => {
  if (typeof message !== 'object' || message === null || !('request' in message)) return;
  const { request: req } = message;
  if (!(req instanceof IncomingMessage)) return;
  const begun = reading.get(String(req.headers[MARK]));
  if (begun === undefined) return;
  req.on('newListener', (event) => {
    if (event === 'data') begun();
  });
});

/** Sends a call without the end of its body. Resolves when a portal of this process reads the body: the caller is admitted by then. */
export async function holdBody(url: string, { method, path, headers, body }: Held): Promise<HeldCall> {
  const mark = `${reading.size}`;
  const begun = new Promise<'begun'>((resolve) => reading.set(mark, () => resolve('begun')));
  const bytes = Buffer.from(body);
  const sent = request(new URL(path, url), {
    method,
    agent: false,
    headers: { ...headers, 'Content-Length': String(bytes.length), [MARK]: mark },
  });
  const answer = (async () => {
    const [answered]: IncomingMessage[] = await once(sent, 'response');
    let text = '';
    for await (const piece of answered ?? []) text += String(piece);
    return { status: answered?.statusCode ?? 0, text };
  })();
  answer.catch(() => undefined);
  sent.write(bytes.subarray(0, bytes.length - 1));
  const first = await Promise.race([begun, answer]);
  if (first !== 'begun')
    throw new Error(`${method} ${path} was answered before its body: ${first.status} ${first.text}`);
  return {
    finish: () => {
      sent.end(bytes.subarray(bytes.length - 1));
      return answer;
    },
  };
}
