import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { addEvent, addressOf, listNotifications, openLive } from '@cytocomm/contract';
import type { Person } from '../portal/person.ts';

/** As many streams as a session may have. */
const OF_PERSON = 10;
const HEARD_TIMEOUT_MS = 10_000;

/** How long after the call that made it each listener had an event, in ms, of all rounds. */
export interface Heard {
  readonly listeners: number;
  readonly afterMs: readonly number[];
}

/** Opens the live stream of a session; `onEvent` is called when it tells of a change of events. Throws when it is refused. */
async function listen(url: string, cookie: string, onEvent: (cookie: string) => void): Promise<ClientRequest> {
  const headers = { Cookie: cookie, Accept: 'text/event-stream' };
  // It ends when the measurement does, and then this is how.
  const sent = request(url + addressOf(openLive), { agent: false, headers }).on('error', () => undefined);
  const [answer]: IncomingMessage[] = await once(sent.end(), 'response');
  if (answer?.statusCode !== 200) throw new Error(`a listener was answered with ${answer?.statusCode}`);
  answer.on('error', () => undefined);
  answer.on('data', (text: Buffer) => text.includes('"events"') && onEvent(cookie));
  return sent;
}

/** Reads the bell again within two seconds, as a page does after an event. */
async function readBell(url: string, Cookie: string): Promise<void> {
  await pause(2000 * Math.random());
  const { status } = await fetch(url + addressOf(listNotifications, {}, { limit: 20 }), { headers: { Cookie } });
  if (status !== 200) throw new Error(`the bell was answered with ${status}`);
}

/** Has people listen, ten streams each, and adds events one after the other; `bearer` is an admin's. Throws when one does not arrive. */
export async function hear(url: string, people: readonly Person[], bearer: string, events: number): Promise<Heard> {
  const listeners = people.length * OF_PERSON;
  const [afterMs, bells]: [number[], Promise<void>[]] = [[], []];
  let [reached, sentAt, everyone] = [0, 0, Promise.withResolvers<void>()];
  const onEvent = (cookie: string) => {
    bells.push(readBell(url, cookie));
    reached += 1;
    afterMs.push(performance.now() - sentAt);
    if (reached === listeners) everyone.resolve();
  };
  const opened: ClientRequest[] = [];
  try {
    for (const { cookie } of people)
      opened.push(...(await Promise.all(Array.from({ length: OF_PERSON }, () => listen(url, cookie, onEvent)))));
    for (let event = 0; event < events; event += 1) {
      [reached, sentAt, everyone] = [0, performance.now(), Promise.withResolvers<void>()];
      const late = () => everyone.reject(new Error(`only ${reached} of ${listeners} listeners had the event in time`));
      const timer = setTimeout(late, HEARD_TIMEOUT_MS);
      const answer = await fetch(url + addressOf(addEvent), {
        method: 'POST',
        headers: { Authorization: bearer, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: `Load ${event}`, date: '2030-01-01T00:00:00.000Z' }),
      });
      if (answer.status !== 201) throw new Error(`adding an event was answered with ${answer.status}`);
      await everyone.promise.finally(() => clearTimeout(timer));
      await Promise.all(bells.splice(0));
    }
    return { listeners, afterMs };
  } finally {
    for (const each of opened) each.destroy();
  }
}
