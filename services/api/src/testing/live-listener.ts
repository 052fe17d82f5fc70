import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type LiveCollection, type LiveEvent, liveEventSchema, liveResetSchema } from '@cytocomm/contract';
import { z } from 'zod';
import { announcementModel, announcementOf } from '../platform/announcements/announcement.ts';
import type { TestBrowser } from './browser.ts';
import { until } from './clock.ts';
import type { TestPortal } from './portal.ts';

/** What a listener was told, as a browser's EventSource would hand it out. */
interface Heard {
  readonly id: string;
  readonly data: LiveEvent | { readonly type: 'reset' };
}

/** An open stream of live events. */
export interface LiveListener {
  readonly status: number;
  readonly heard: readonly Heard[];
  /** The id that a browser would send when it comes back. */
  lastId(): string;
  /** How many comment lines have come. */
  comments(): number;
  isOver(): boolean;
  /** Waits for an event that fits. */
  hears(fits: Partial<LiveEvent> | { type: 'reset' }): Promise<Heard>;
  /** Stops reading, as a client that hangs. */
  pause(): void;
  close(): void;
}

const dataSchema = z.union([liveEventSchema, liveResetSchema]);

/** Opens the stream with a browser's session. Resolves when the first bytes have come, or the refusal. */
export async function listenLive(
  browser: TestBrowser,
  url: string,
  lastEventId?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<LiveListener> {
  const sent = request(new URL('/api/live', url), {
    agent: false,
    localAddress: browser.localAddress,
    headers: {
      Accept: 'text/event-stream',
      Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
      ...headers,
    },
  });
  sent.on('error', () => undefined);
  sent.end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer === undefined) throw new Error('no answer');
  const events: Heard[] = [];
  let [lastId, comments, over, started, rest] = [lastEventId ?? '', 0, false, false, ''];

  function take(block: string): void {
    started = true;
    let data = '';
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) comments += 1;
      if (line.startsWith('id:')) lastId = line.slice(3).trim();
      if (line.startsWith('data:')) data += line.slice(5).trim();
    }
    if (data !== '') events.push({ id: lastId, data: dataSchema.parse(JSON.parse(data)) });
  }

  answer.setEncoding('utf8');
  answer.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) take(block);
  });
  answer.on('error', () => undefined);
  answer.once('close', () => {
    over = true;
  });
  const listener: LiveListener = {
    status: answer.statusCode ?? 0,
    heard: events,
    lastId: () => lastId,
    comments: () => comments,
    isOver: () => over,
    hears: (fits) =>
      until(`the event ${JSON.stringify(fits)}, heard ${JSON.stringify(events)}`, () =>
        events.find(({ data }) => Object.entries(fits).every(([name, value]) => Reflect.get(data, name) === value)),
      ),
    pause: () => answer.pause(),
    close: () => sent.destroy(),
  };
  await until('the stream to begin', () => started || over || listener.status !== 200);
  return listener;
}

/** Announces a change that a test made in the database itself, to admins. */
export async function announce({ connection }: TestPortal, collection: LiveCollection, id: string | null = null) {
  await announcementModel(connection).create(announcementOf({ collection, type: 'changed', id }, [], new Date()));
}

/** Returns what waits until the process has seen all changes that were made before, as its feed tells of them. `admin` hears of all. */
export async function watchChanges(portal: TestPortal, admin: TestBrowser): Promise<() => Promise<void>> {
  const listener = await listenLive(admin, portal.url);
  return async () => {
    const id = randomUUID();
    await announce(portal, 'remotes', id);
    await listener.hears({ id });
  };
}
