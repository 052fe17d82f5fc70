import type { RawAnswer } from './answer.ts';
import type { Transport } from './transport.ts';

/** How long an upload may stand still, in ms: a slow line still empties the buffers of the way when the browser has sent all. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * Returns a transport for uploads: an XMLHttpRequest, because fetch does not tell how much has been sent. There is no deadline
 * while something moves; `onProgress` gets the part that is on its way, from 0 to 1.
 */
export function uploadTransport(onProgress: (part: number) => void): Transport {
  return (address, { method = 'POST', headers, body, signal }) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const request = new XMLHttpRequest();
      let timer: ReturnType<typeof setTimeout>;
      const restart = () => {
        clearTimeout(timer);
        timer = setTimeout(() => end(new DOMException('The upload stands still.', 'TimeoutError')), STALL_TIMEOUT_MS);
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
      // The browser's own Stop.
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
