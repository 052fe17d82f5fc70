import type { ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { addEvent, addressOf } from '@cytocomm/contract';
import { listen } from '../portal/listener.ts';
import { signIn } from '../portal/person.ts';
import type { RunningPortal } from '../portal/running-portal.ts';
import { signInPeople } from './people.ts';

const LISTENERS = 2000;
/** As many streams as a session, and a person, may have at once. */
const OF_SESSION = 10;
const SESSIONS_OF_PERSON = 2;
const ROUNDS = 20;
/** How many sessions open their streams at the same time. */
const AT_ONCE = 5;
const PAUSE_MS = 2000;
const MAX_MS = 10_000;

/** How long it takes until all listeners of one process have an event, from before the change is sent: every round. */
export interface Reach {
  readonly listeners: number;
  readonly allMs: readonly number[];
}

/** Has thousands of dashboards listen to one API process and times how long an event takes to be at all of them. */
export async function reachListeners(portal: RunningPortal): Promise<Reach> {
  const admin = await signIn(portal, 'admin@cytocomm.example');
  const sessions = await signInPeople(portal, LISTENERS / OF_SESSION / SESSIONS_OF_PERSON, SESSIONS_OF_PERSON);
  let [reached, lastAt] = [0, 0];
  const onEvent = () => {
    reached += 1;
    lastAt = performance.now();
  };
  const opened: ClientRequest[] = [];
  try {
    for (let first = 0; first < sessions.length; first += AT_ONCE) {
      const streams = sessions
        .slice(first, first + AT_ONCE)
        .flatMap((person) => Array.from({ length: OF_SESSION }, () => listen(portal.url, person.cookie, onEvent)));
      opened.push(...(await Promise.all(streams)));
    }
    const allMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await pause(PAUSE_MS / 4);
      const authorization = await admin.bearer();
      reached = 0;
      const start = performance.now();
      const answer = await fetch(portal.url + addressOf(addEvent), {
        method: 'POST',
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: `Event ${round}`, date: '2030-01-01T00:00:00.000Z' }),
      });
      if (answer.status !== 201) throw new Error(`adding an event was answered with ${answer.status}`);
      while (reached < LISTENERS && performance.now() - start < MAX_MS) await pause(5);
      if (reached < LISTENERS) throw new Error(`only ${reached} of ${LISTENERS} listeners had the event in time`);
      allMs.push(lastAt - start);
    }
    return { listeners: LISTENERS, allMs };
  } finally {
    for (const each of opened) each.destroy();
  }
}
