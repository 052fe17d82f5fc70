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

/** How long nothing may move until a page counts as settled, in ms. */
const QUIET_MS = 1500;
/** How long a page may take to settle, in ms. */
const DEADLINE_MS = 60_000;

interface Transfer {
  readonly url: string;
  readonly script: boolean;
  bytes: number;
}

/** Counts what a page loads, from the developer tools' own events. */
export interface TrafficCounter {
  /** Resolves when nothing has been loading for a while. Rejects with VisitFailed when a file failed or the page never rests. */
  settled(): Promise<Traffic>;
}

/** Starts counting; call it before the page navigates. */
export async function countTraffic(session: CDPSession): Promise<TrafficCounter> {
  const transfers = new Map<string, Transfer>();
  const underWay = new Set<string>();
  const failures: string[] = [];
  let touched = () => {};

  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // A live stream never ends.
    if (!/^https?:/.test(request.url) || type === 'EventSource') return;
    transfers.set(requestId, { url: request.url, script: type === 'Script', bytes: 0 });
    underWay.add(requestId);
    touched();
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    transfers.delete(requestId);
    underWay.delete(requestId);
    touched();
  });
  session.on('Network.responseReceived', ({ response }) => {
    if (response.status >= 400) failures.push(`${response.url} was answered with ${response.status}`);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.bytes = encodedDataLength;
    underWay.delete(requestId);
    touched();
  });
  session.on('Network.loadingFailed', ({ requestId, errorText }) => {
    failures.push(`${transfers.get(requestId)?.url ?? 'a file'} failed: ${errorText}`);
    underWay.delete(requestId);
    touched();
  });
  await session.send('Network.enable');

  function sum(): Traffic {
    const all = [...transfers.values()];
    const bytes = (list: readonly Transfer[]) => list.reduce((total, transfer) => total + transfer.bytes, 0);
    return { requests: all.length, bytes: bytes(all), scriptBytes: bytes(all.filter(({ script }) => script)) };
  }

  return {
    settled: () =>
      new Promise((resolve, reject) => {
        let quiet: NodeJS.Timeout;
        const deadline = setTimeout(() => {
          clearTimeout(quiet);
          const urls = [...underWay].map((id) => transfers.get(id)?.url).join(', ');
          reject(
            new VisitFailed(`the page did not settle within ${DEADLINE_MS} ms; still loading: ${urls || 'nothing'}`),
          );
        }, DEADLINE_MS);
        touched = () => {
          clearTimeout(quiet);
          if (underWay.size > 0) return;
          quiet = setTimeout(() => {
            clearTimeout(deadline);
            if (failures.length > 0) reject(new VisitFailed(failures.join('; ')));
            else resolve(sum());
          }, QUIET_MS);
        };
        touched();
      }),
  };
}
