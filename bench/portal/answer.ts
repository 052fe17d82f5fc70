import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** An answer as it came over the wire: its body is packed as the headers say. */
export interface PackedAnswer {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Asks for a file in this encoding. Rejects for any answer but a 200. */
export async function answerOf(url: string, encoding: 'br' | 'gzip' | 'identity'): Promise<PackedAnswer> {
  const asked = request(url, { headers: { 'Accept-Encoding': encoding }, agent: false }).end();
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  if (answer?.statusCode !== 200) throw new Error(`${url} was answered with ${answer?.statusCode}`);
  return { headers: answer.headers, body: Buffer.concat(await answer.toArray()) };
}
