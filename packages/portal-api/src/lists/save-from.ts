import { fetchTransport, type Transport } from '@cytocomm/http';
import { toast } from '@cytocomm/kit';
import { sendAsMe } from '../caller.ts';
import { problemMessage } from '../problem.ts';

/** How long a browser waits for the beginning of a file, in ms. */
const BEGINS_WITHIN_MS = 60_000;

/** Takes of a file nothing but that it is there. */
const withoutFile: Transport = async (address, init) => {
  const stop = new AbortController();
  const answer = await fetchTransport(address, { ...init, signal: stop.signal });
  if (answer.status >= 400) return answer;
  stop.abort();
  return { status: 204, headers: answer.headers, text: async () => '' };
};

async function tellRefusal(address: string): Promise<void> {
  const { error } = await sendAsMe({ method: 'GET', path: address }, { transport: withoutFile });
  toast.error(`The file was not saved. ${error ? problemMessage(error) : 'Try again.'}`);
}

/**
 * Saves the file at an address of the API, from the slash on. The browser takes it in and keeps it, however long it is. What is
 * refused is no file, and a frame shows it: then the server is asked why, and the person told.
 */
export function saveFrom(address: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'File to save';
  frame.src = address;
  frame.addEventListener('load', () => {
    frame.remove();
    void tellRefusal(address);
  });
  document.body.append(frame);
  setTimeout(() => frame.remove(), BEGINS_WITHIN_MS);
}
