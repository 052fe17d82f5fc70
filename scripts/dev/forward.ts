import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';

/** Headers that belong to one connection and not to the message (RFC 9110, 7.6.1). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

/**
 * The headers with which a request goes on to the portal. The page believes that the portal is here, so its own origin
 * becomes the portal's; any other origin stays what it is, and the portal refuses it as it always does.
 */
export function forwardedHeaders(headers: IncomingHttpHeaders, here: string, target: URL): OutgoingHttpHeaders {
  const forwarded: OutgoingHttpHeaders = { ...headers, host: target.host };
  for (const name of CONNECTION_HEADERS) delete forwarded[name];
  if (headers.origin === here) forwarded.origin = target.origin;
  if (headers.referer?.startsWith(`${here}/`)) forwarded.referer = target.origin + headers.referer.slice(here.length);
  return forwarded;
}

/** Hands a request to the portal and its answer back, byte by byte, so that streams and large files pass as they come. */
export function forward(incoming: IncomingMessage, response: ServerResponse, here: string, target: URL): void {
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send(
    new URL(target.origin),
    {
      method: incoming.method,
      path: incoming.url,
      headers: forwardedHeaders(incoming.headers, here, target),
      // A kept connection may be closed by the portal just as a request goes out on it.
      agent: false,
    },
    (answer) => {
      const headers = { ...answer.headers };
      for (const name of CONNECTION_HEADERS) delete headers[name];
      if (headers.location?.startsWith(`${target.origin}/`))
        headers.location = here + headers.location.slice(target.origin.length);
      response.writeHead(answer.statusCode ?? 502, headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    },
  );
  outgoing.on('error', (error) => {
    if (response.headersSent) response.destroy();
    else {
      response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(`${target.origin} does not answer (${error.message}).\n`);
    }
  });
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
