import { setTimeout as pause } from 'node:timers/promises';
import { type LiveListener, listenLive } from '../../../services/api/src/testing/live-listener.ts';
import type { Client, Ledger } from './client.ts';

/** How long a browser waits before it opens a stream again that ended, in ms; the portal asks for two seconds. */
const AGAIN_AFTER_MS = 500;
/** How often it looks at what has come, in ms. */
const LOOK_EVERY_MS = 20;
/** A sign of life comes every 15 s. */
const SILENCE_MS = 30_000;

/** Somebody who listens to live events, as a browser does: a stream that ends is opened again where it ended. */
export interface Listener {
  /** The ids of the records that it heard of. */
  readonly receivedIds: ReadonlySet<string>;
  /** Whether its stream is open now. */
  isOpen(): boolean;
  /** How often it was told to read everything again. */
  resets(): number;
  /** Resolves when it is listening for the first time. */
  readonly open: Promise<void>;
  end(): Promise<void>;
}

/** Starts to listen with the session of a client. */
export function listen({ browser, origin }: Client, ledger: Ledger): Listener {
  const receivedIds = new Set<string>();
  const opened = Promise.withResolvers<void>();
  let [lastId, resets, isOver, isOpen, isMissed] = ['', 0, false, false, false];

  /** Takes what a stream says, until it ends. */
  async function read(stream: LiveListener): Promise<void> {
    let [taken, signs, signAt] = [0, 0, performance.now()];
    while (!isOver) {
      const isLast = stream.isOver();
      for (const { data } of stream.heard.slice(taken)) {
        if (data.type === 'reset') resets += 1;
        else if (data.id !== null) receivedIds.add(data.id);
      }
      taken = stream.heard.length;
      if (isLast) return;
      if (signs !== taken + stream.comments()) [signs, signAt] = [taken + stream.comments(), performance.now()];
      if (performance.now() - signAt > SILENCE_MS) return ledger.fail('live', 'wrong', `nothing for ${SILENCE_MS} ms`);
      await pause(LOOK_EVERY_MS);
    }
  }

  async function follow(): Promise<void> {
    const stream = await listenLive(browser, origin, lastId === '' ? undefined : lastId);
    try {
      if (stream.status !== 200)
        return ledger.fail('live', stream.status === 503 ? 'unavailable' : 'wrong', `live: ${stream.status}`);
      ledger.note('live');
      [isOpen, isMissed] = [true, false];
      opened.resolve();
      await read(stream);
    } finally {
      isOpen = false;
      lastId = stream.lastId();
      stream.close();
    }
  }

  async function goOn(): Promise<void> {
    while (!isOver) {
      // One that cannot be opened is put down once until it is.
      await follow().catch((error: unknown) => {
        if (!isMissed && !isOver) ledger.fail('live', 'broken', String(error));
        isMissed = true;
      });
      if (!isOver) await pause(AGAIN_AFTER_MS);
    }
  }
  const going = goOn();
  return {
    receivedIds,
    isOpen: () => isOpen,
    resets: () => resets,
    open: opened.promise,
    end: () => {
      isOver = true;
      return going;
    },
  };
}
