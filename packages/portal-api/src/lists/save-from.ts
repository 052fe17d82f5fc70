import { fetchTransport, type Transport } from '@cytocomm/http';
import { toast } from '@cytocomm/kit';
import { sendAsMe } from '../caller.ts';
import { problemMessage } from '../problem.ts';

/** How long a press for the same file is taken for impatience, in ms. */
const IMPATIENT_MS = 2000;
/** How long a file is waited for, in ms: far longer than any server or proxy leaves a call open. */
const WAITS_MS = 30 * 60_000;

/** Takes of a file nothing but that it is there. */
const withoutFile: Transport = async (address, init) => {
  const stop = new AbortController();
  const answer = await fetchTransport(address, { ...init, signal: stop.signal });
  if (answer.status >= 400) return answer;
  stop.abort();
  return { status: 204, headers: answer.headers, text: async () => '' };
};

/** One message for each file, which changes. */
const toldAt = (address: string) => ({ id: `file ${address}` });

/** A frame in which a file is asked for. */
interface Asked {
  readonly frame: HTMLIFrameElement;
  readonly askedAt: number;
  /** Asks no longer; what is being saved goes on. */
  end(): void;
}

/** How many files are waited for at once: the oldest is given up, which has begun long since or is refused. */
const MAX_ASKED = 20;
/** What is asked for, by address. No browser says when a file begins to be saved. */
const asked = new Map<string, Asked>();

/** Asks the server why an address was no file. Where it is one now it is saved, once. */
async function tellRefusal(address: string, isSecond: boolean): Promise<void> {
  const { error } = await sendAsMe({ method: 'GET', path: address }, { transport: withoutFile });
  if (!error && !isSecond) load(address, true);
  else toast.error(`The file was not saved. ${error ? problemMessage(error) : 'Try again.'}`, toldAt(address));
}

function load(address: string, isSecond = false): void {
  asked.get(address)?.end();
  if (asked.size >= MAX_ASKED) asked.values().next().value?.end();
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'File to save';
  frame.src = address;
  // Firefox notes what a frame was refused, and has no event for it. Why it was is asked by fetch, at the same address.
  const notes = new PerformanceObserver((entries) => {
    const isOfFrame = (entry: PerformanceEntry) => !('initiatorType' in entry) || entry.initiatorType !== 'fetch';
    if (entries.getEntriesByName(frame.src).some(isOfFrame)) tell();
  });
  const own: Asked = {
    frame,
    askedAt: Date.now(),
    end: () => {
      notes.disconnect();
      clearTimeout(timer);
      frame.remove();
      if (asked.get(address) === own) asked.delete(address);
    },
  };
  const tell = () => {
    own.end();
    void tellRefusal(address, isSecond);
  };
  const timer = setTimeout(own.end, WAITS_MS);
  frame.addEventListener('load', tell);
  notes.observe({ type: 'resource' });
  asked.set(address, own);
  document.body.append(frame);
}

/**
 * Saves the file at an address of the API, from the slash on. The browser takes it in and keeps it, however long it is and
 * however long it takes to begin. What is refused is no file, and a frame shows it: then the server is asked why, and the person
 * told. Of one address one file is waited for; pressed again at once it is not asked for again.
 */
export function saveFrom(address: string): void {
  const earlier = asked.get(address);
  if (earlier?.frame.isConnected && Date.now() - earlier.askedAt < IMPATIENT_MS) {
    toast('The file was asked for a moment ago. The browser saves it as soon as it begins.', toldAt(address));
    return;
  }
  toast('The file is asked for. The browser saves it as soon as it begins.', toldAt(address));
  load(address);
}
