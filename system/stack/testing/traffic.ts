import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, TestBrowser } from '../../../services/api/src/testing/browser.ts';
import { listenLive } from '../../../services/api/src/testing/live-listener.ts';
import type { TestPortal } from '../../../services/api/src/testing/portal.ts';
import { MULTIPART, multipart } from '../../../services/api/src/testing/uploads.ts';
import { ROOT } from '../../../tools/commands/workspaces.ts';

const API = readFileSync(join(ROOT, 'services/api/src/platform/database/trouble.ts'), 'utf8');
const [, sentence] = /\bunknown: '(.+)'/.exec(API) ?? [];
if (sentence === undefined) throw new Error('The API has no sentence for a change without an outcome any more.');

/** What an edge says of a change that a process has and did not answer: its outcome in the words of the API. */
export const MAY_BE_DONE = `No process of the service answered. ${sentence}`;
/** What an edge says of a request that no process has. */
export const NOT_SENT = 'No process of the service answers. Try again in a moment.';

/** A request that was not answered as it should have been. */
interface Failure {
  readonly edge: string;
  readonly what: string;
  readonly why: string;
}

/** What goes through one edge all the time. */
export interface Traffic {
  /** How many of each kind were answered as they should be. */
  readonly done: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
  /** The titles of documents whose upload was acknowledged. */
  readonly uploaded: ReadonlySet<string>;
  /** The ids of events whose making was acknowledged. */
  readonly events: ReadonlySet<string>;
  /** What each listener has heard, by the ids of events. */
  readonly receivedIds: readonly ReadonlySet<string>[];
  /** Ends all of it but the listeners, which go on until `end`. */
  settle(): Promise<void>;
  end(): Promise<void>;
}

/** Between two requests of one kind. */
const PAUSE_MS = 20;
const LISTENERS = 2;
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000, 'x')]);

function idOf({ body }: Answer): string {
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
}

/** Opens a portal's traffic through an edge: pages, files, reads, uploads, sign-ins, new events, and live listeners. */
export async function openTraffic(
  portal: TestPortal,
  edge: { readonly name: string; readonly url: string },
  paths: readonly string[],
): Promise<Traffic> {
  const done = new Map<string, number>();
  const failures: Failure[] = [];
  const uploaded = new Set<string>();
  const events = new Set<string>();
  const receivedIds = Array.from({ length: LISTENERS }, () => new Set<string>());
  let isOpen = true;
  let isListening = true;

  await portal.person(`admin@${edge.name}.example`, 'admin');
  const admin = await portal.signedIn(`admin@${edge.name}.example`, edge.url);
  const visitor = portal.browser(edge.url);
  const headers = { Authorization: `Bearer ${await admin.token()}` };

  const note = (what: string) => done.set(what, (done.get(what) ?? 0) + 1);
  const fail = (what: string, why: string) => failures.push({ edge: edge.name, what, why });

  /** One kind of request, again and again; what it throws is a failure. */
  async function repeat(what: string, once: (turn: number) => Promise<void>): Promise<void> {
    for (let turn = 1; isOpen; turn += 1) {
      const began = performance.now();
      try {
        await once(turn);
        note(what);
      } catch (error) {
        const after = `after ${Math.round(performance.now() - began)} ms: `;
        fail(what, after + (error instanceof Error ? error.message : String(error)));
      }
      await pause(PAUSE_MS);
    }
  }

  async function expectStatus(status: number, answer: Promise<Answer>): Promise<Answer> {
    const response = await answer;
    if (response.status !== status) throw new Error(`${response.status} ${response.text.slice(0, 200)}`);
    return response;
  }

  async function follow(person: TestBrowser, ids: Set<string>, opened: () => void): Promise<void> {
    let lastId: string | undefined;
    while (isListening) {
      try {
        const listener = await listenLive(person, edge.url, lastId);
        // A browser gives up for good when it is answered with anything else.
        if (listener.status !== 200) fail('live', String(listener.status));
        opened();
        const take = () => {
          for (const { data } of listener.heard) if ('collection' in data && data.id !== null) ids.add(data.id);
        };
        for (; isListening && !listener.isOver(); await pause(PAUSE_MS)) take();
        take();
        lastId = listener.lastId() === '' ? lastId : listener.lastId();
        listener.close();
      } catch (error) {
        fail('live', String(error));
      }
      await pause(PAUSE_MS);
    }
  }

  const listening: Promise<void>[] = [];
  // Earlier events reach no listener.
  await Promise.all(
    receivedIds.map((ids) => new Promise<void>((opened) => listening.push(follow(admin, ids, opened)))),
  );
  const going = [
    ...paths.map((path) => repeat('page', async () => void (await expectStatus(200, visitor.get(path))))),
    repeat('read', async () => void (await expectStatus(200, visitor.get('/api/press-releases')))),
    repeat('read as a person', async () => void (await expectStatus(200, admin.get('/api/documents')))),
    repeat('upload', async (turn) => {
      const title = `${edge.name} ${turn}`;
      const body = multipart([
        { name: 'title', value: title },
        { name: 'visibility', value: 'public' },
        { name: 'file', value: PDF, fileName: 'report.pdf' },
      ]);
      const form = { body, headers: { ...headers, 'Content-Type': MULTIPART } };
      await expectStatus(201, visitor.call('POST', '/api/admin/documents', form));
      uploaded.add(title);
    }),
    repeat('sign-in', async (turn) => {
      const email = `person-${turn}@${edge.name}.example`;
      await portal.person(email, 'investor');
      await portal.signedIn(email, edge.url);
    }),
    repeat('event', async () => {
      const body = { title: 'Something happens', date: '2027-01-01T10:00:00.000Z' };
      events.add(idOf(await expectStatus(201, visitor.call('POST', '/api/admin/events', { body, headers }))));
    }),
  ];
  const settle = async () => {
    isOpen = false;
    await Promise.all(going);
  };
  return {
    done,
    failures,
    uploaded,
    events,
    receivedIds,
    settle,
    end: async () => {
      await settle();
      isListening = false;
      await Promise.all(listening);
    },
  };
}
