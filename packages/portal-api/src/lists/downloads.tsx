import { fetchTransport, type Transport } from '@cytocomm/http';
import { ButtonLink, toast } from '@cytocomm/kit';
import type { MouseEvent, MouseEventHandler } from 'react';
import { sendAsMe } from '../base-query.ts';
import { problemMessage } from '../QueryFailure.tsx';

/** A second click on the same file within this time counts as impatience, in ms. */
const REPEAT_MS = 2000;
/** How long a file may take to start, in ms: far longer than any server or proxy leaves a call open. */
const TIMEOUT_MS = 30 * 60_000;

/** Reads the status of a file without its content. */
const withoutFile: Transport = async (address, init) => {
  const stop = new AbortController();
  const answer = await fetchTransport(address, { ...init, signal: stop.signal });
  if (answer.status >= 400) return answer;
  stop.abort();
  return { status: 204, headers: answer.headers, text: async () => '' };
};

/** The toast of a file. */
const toastOf = (address: string) => ({ id: `file ${address}` });

/** A frame that requests a file. */
interface PendingFile {
  readonly frame: HTMLIFrameElement;
  readonly requestedAt: number;
  /** Stops waiting; a download that has started continues. */
  end(): void;
}

/** Limit of pending files; the oldest is dropped, which has long started or been refused. */
const MAX_PENDING = 20;
/** Pending files by address. Browsers do not report when a download starts. */
const pendingFiles = new Map<string, PendingFile>();

/** Shows why the server refused a file. If it is available now, it is saved, once. */
async function showRefusal(address: string, isSecond: boolean): Promise<void> {
  const { error } = await sendAsMe({ method: 'GET', path: address }, { transport: withoutFile });
  if (!error && !isSecond) load(address, true);
  else toast.error(`The file was not saved. ${error ? problemMessage(error) : 'Try again.'}`, toastOf(address));
}

function load(address: string, isSecond = false): void {
  pendingFiles.get(address)?.end();
  if (pendingFiles.size >= MAX_PENDING) pendingFiles.values().next().value?.end();
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'File to save';
  frame.src = address;
  // Firefox has no event for a refusal in a frame, only a resource entry. The reason comes by fetch of the same address.
  const notes = new PerformanceObserver((entries) => {
    const isOfFrame = (entry: PerformanceEntry) => !('initiatorType' in entry) || entry.initiatorType !== 'fetch';
    if (entries.getEntriesByName(frame.src).some(isOfFrame)) fail();
  });
  const own: PendingFile = {
    frame,
    requestedAt: Date.now(),
    end: () => {
      notes.disconnect();
      clearTimeout(timer);
      frame.remove();
      if (pendingFiles.get(address) === own) pendingFiles.delete(address);
    },
  };
  const fail = () => {
    own.end();
    void showRefusal(address, isSecond);
  };
  const timer = setTimeout(own.end, TIMEOUT_MS);
  frame.addEventListener('load', fail);
  notes.observe({ type: 'resource' });
  pendingFiles.set(address, own);
  document.body.append(frame);
}

/**
 * Saves the file at a path of the API. The browser downloads it, of any size and after any delay. A refusal loads in the frame
 * instead: its reason is shown to the person. One download per address is pending; an immediate second click is ignored.
 */
export function saveFrom(address: string): void {
  const earlier = pendingFiles.get(address);
  if (earlier?.frame.isConnected && Date.now() - earlier.requestedAt < REPEAT_MS) {
    toast('The file was asked for a moment ago. The browser saves it as soon as it begins.', toastOf(address));
    return;
  }
  toast('The file is asked for. The browser saves it as soon as it begins.', toastOf(address));
  load(address);
}

/** Properties of {@link ExportLink}. */
export interface ExportLinkProps {
  readonly href: string;
  /** May ask a question first: prevents the event, and saves by `saveFrom`. */
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>;
}

/** Whether a click opens a new tab or window. */
const isSpecial = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** Exports a filtered list as CSV from the address of its call; shows a refusal. */
export function ExportLink({ href, onClick }: ExportLinkProps) {
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isSpecial(event)) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    saveFrom(href);
  };
  return (
    <ButtonLink variant="secondary" size="small" icon="download" href={href} download onClick={press}>
      Export CSV
    </ButtonLink>
  );
}
