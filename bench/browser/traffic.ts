import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

/** What a visit moved over the network. */
export interface Traffic {
  readonly requests: number;
  /** Bytes received as they came over the wire, headers included. */
  readonly bytes: number;
  readonly scriptBytes: number;
}

/** A visit did not go as it must for its figures to mean anything. */
export class VisitFailed extends Error {
  override readonly name = 'VisitFailed';
}

/** How long nothing may move until a page counts as settled. */
const QUIET_MS = 1500;
const SETTLE_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 50;

/**
 * Counts what a page loads, from the developer tools' own events; call it before the page navigates. The function that it returns
 * resolves when nothing has been loading for a while, and rejects with VisitFailed when a file failed or the page never rests.
 */
export async function countTraffic(session: CDPSession): Promise<() => Promise<Traffic>> {
  const transfers = new Map<string, { readonly url: string; readonly isScript: boolean; bytes: number }>();
  const underWay = new Set<string>();
  const failures: string[] = [];
  let touchedAt = performance.now();
  const ended = (requestId: string) => {
    underWay.delete(requestId);
    touchedAt = performance.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, type }) => {
    // A live stream never ends.
    if (!/^https?:/.test(url) || type === 'EventSource') return;
    transfers.set(requestId, { url, isScript: type === 'Script', bytes: 0 });
    underWay.add(requestId);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    transfers.delete(requestId);
    ended(requestId);
  });
  session.on('Network.responseReceived', ({ response: { url, status } }) => {
    if (status >= 400) failures.push(`${url} was answered with ${status}`);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.bytes = encodedDataLength;
    ended(requestId);
  });
  session.on('Network.loadingFailed', ({ requestId, errorText }) => {
    failures.push(`${transfers.get(requestId)?.url ?? 'a file'} failed: ${errorText}`);
    ended(requestId);
  });
  await session.send('Network.enable');

  return async () => {
    const timeoutAt = performance.now() + SETTLE_TIMEOUT_MS;
    // Quiet is counted from now on, if nothing moves.
    touchedAt = performance.now();
    while (underWay.size > 0 || performance.now() - touchedAt < QUIET_MS) {
      const urls = [...underWay].map((id) => transfers.get(id)?.url).join(', ');
      if (performance.now() > timeoutAt) throw new VisitFailed(`the page did not settle; still loading: ${urls}`);
      await pause(LOOK_EVERY_MS);
    }
    if (failures.length > 0) throw new VisitFailed(failures.join('; '));
    const all = [...transfers.values()];
    const bytes = (list: typeof all) => list.reduce((total, transfer) => total + transfer.bytes, 0);
    return { requests: all.length, bytes: bytes(all), scriptBytes: bytes(all.filter(({ isScript }) => isScript)) };
  };
}
