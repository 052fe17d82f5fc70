import type { RawAnswer } from './answer.ts';
import type { Transport } from './request.ts';

/** How long an upload may stall, in ms: network buffers still drain after the browser has sent everything. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * Returns a transport for uploads: an XMLHttpRequest, because fetch reports no progress. There is no deadline while it
 * progresses; `onProgress` gets the sent part, from 0 to 1.
 */
export function uploadTransport(onProgress: (part: number) => void): Transport {
  return (address, { method = 'POST', headers, body, signal }) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const request = new XMLHttpRequest();
      let timer: ReturnType<typeof setTimeout>;
      const restart = () => {
        clearTimeout(timer);
        timer = setTimeout(() => end(new DOMException('The upload has stalled.', 'TimeoutError')), STALL_TIMEOUT_MS);
      };
      const stop = () => end(signal?.reason);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      };
      const end = (reason: unknown) => {
        settle();
        reject(reason);
        request.abort();
      };
      request.upload.onprogress = ({ loaded, total }) => {
        restart();
        onProgress(total > 0 ? loaded / total : 0);
      };
      request.onload = () => {
        settle();
        const { status, responseText } = request;
        const headers = { get: (name: string) => request.getResponseHeader(name) };
        resolve({ status, headers, text: async () => responseText });
      };
      request.onerror = () => end(new TypeError('The connection broke.'));
      // The browser's Stop button.
      request.onabort = request.onerror;
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      request.open(method, address);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      signal?.addEventListener('abort', stop);
      restart();
      request.send(body instanceof FormData ? body : null);
    });
}
