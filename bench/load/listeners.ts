import type { ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { addEvent, addressOf } from '@cytocomm/contract';
import { listen } from '../portal/listener.ts';
import type { Person } from '../portal/person.ts';

/** As many streams as a session may have. */
const OF_PERSON = 10;
const ROUNDS = 20;
const MAX_MS = 10_000;

/** How long after the call that made it each listener had an event, in ms, of all rounds. */
export interface Heard {
  readonly listeners: number;
  readonly afterMs: readonly number[];
}

/** Has people listen, ten streams each, and adds events one after the other; `bearer` is an admin's. Throws when one does not arrive. */
export async function hear(url: string, people: readonly Person[], bearer: string): Promise<Heard> {
  const listeners = people.length * OF_PERSON;
  const afterMs: number[] = [];
  let [reached, begun] = [0, 0];
  const onEvent = () => {
    reached += 1;
    afterMs.push(performance.now() - begun);
  };
  const opened: ClientRequest[] = [];
  try {
    for (const { cookie } of people)
      opened.push(...(await Promise.all(Array.from({ length: OF_PERSON }, () => listen(url, cookie, onEvent)))));
    for (let round = 0; round < ROUNDS; round += 1) {
      reached = 0;
      begun = performance.now();
      const answer = await fetch(url + addressOf(addEvent), {
        method: 'POST',
        headers: { Authorization: bearer, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: `Load ${round}`, date: '2030-01-01T00:00:00.000Z' }),
      });
      if (answer.status !== 201) throw new Error(`adding an event was answered with ${answer.status}`);
      while (reached < listeners && performance.now() - begun < MAX_MS) await pause(5);
      if (reached < listeners) throw new Error(`only ${reached} of ${listeners} listeners had the event in time`);
    }
    return { listeners, afterMs };
  } finally {
    for (const each of opened) each.destroy();
  }
}
