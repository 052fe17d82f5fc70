import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, openLive } from '@cytocomm/contract';
import type { Client, Ledger } from './client.ts';

/** How long a browser waits before it opens a stream again that ended, in ms; the portal asks for two seconds. */
const AGAIN_AFTER_MS = 500;
/** A sign of life comes every 15 s. */
const SILENCE_MS = 30_000;
const LIVE = addressOf(openLive);

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

/** Returns the answer of an opened stream. Throws when there is none. */
async function openStream(client: Client, lastId: string): Promise<IncomingMessage> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sent = request(new URL(LIVE, client.origin), {
    agent: false,
    localAddress: client.address,
    headers: { Accept: 'text/event-stream', Cookie: cookie, ...(lastId && { 'Last-Event-ID': lastId }) },
  });
  // After the answer has started, its own error reports it.
  sent.on('error', () => undefined);
  sent.end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

/** Starts to listen with the session of a client. */
export function listen(client: Client, ledger: Ledger): Listener {
  const receivedIds = new Set<string>();
  const opened = Promise.withResolvers<void>();
  let [lastId, resets, isOver, isOpen, isMissed] = ['', 0, false, false, false];
  let stream: IncomingMessage | undefined;

  function take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
    lastId = field('id') ?? lastId;
    const data = field('data');
    if (data === undefined) return;
    const { id, type }: { readonly id?: string | null; readonly type?: string } = JSON.parse(data);
    if (type === 'reset') resets += 1;
    if (id) receivedIds.add(id);
  }

  async function follow(): Promise<void> {
    stream = await openStream(client, lastId);
    if (stream.statusCode !== 200) {
      const isPatient = stream.statusCode === 503 && Number(stream.headers['retry-after']) > 0;
      ledger.fail('live', isPatient ? 'unavailable' : 'wrong', `GET ${LIVE}: ${stream.statusCode}`);
      stream.resume();
      return;
    }
    ledger.note('live');
    [isOpen, isMissed] = [true, false];
    opened.resolve();
    const from = stream;
    const silent = () => {
      ledger.fail('live', 'wrong', `nothing for ${SILENCE_MS} ms`);
      from.destroy();
    };
    let timer = setTimeout(silent, SILENCE_MS);
    let rest = '';
    try {
      for await (const chunk of from) {
        clearTimeout(timer);
        timer = setTimeout(silent, SILENCE_MS);
        const blocks = (rest + String(chunk)).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) take(block);
      }
    } finally {
      isOpen = false;
      clearTimeout(timer);
    }
  }

  /** A stream may end at any time, and its listener comes back; one that cannot be opened is put down once until it is. */
  function miss(error: unknown): void {
    if (stream?.statusCode === 200 || isMissed || isOver) return;
    isMissed = true;
    ledger.fail('live', 'broken', String(error));
  }

  async function goOn(): Promise<void> {
    while (!isOver) {
      stream = undefined;
      await follow().catch(miss);
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
      stream?.destroy();
      return going;
    },
  };
}
