import type { LiveEvent } from '@cytocomm/contract';
import { createLog } from '@cytocomm/runtime';
import type { Principal } from '../calls/access.ts';
import type { Announced, ChangeFeed, FeedEvent } from './change-feed.ts';
import { createLiveHub, type LiveConnection } from './hub.ts';

// What is hard to bring about over a network: hanging clients, heartbeats, floods, gaps. Time is the test's own.

const person: Principal = {
  userId: '1',
  email: 'a@x.example',
  addedAt: new Date(0),
  name: 'a',
  roles: ['admin'],
  groups: [],
  defaultRole: undefined,
  sid: 's',
  provedAt: new Date(0),
  hasPasskey: false,
  lacksPasskey: false,
};

let emit: (event: FeedEvent) => void = () => undefined;
let resumeToken = 'a0';
const feed: ChangeFeed = {
  subscribe: (listener) => {
    emit = listener;
    return () => undefined;
  },
  resumeToken: () => resumeToken,
  since: async () => [],
  start: async () => undefined,
  isOpen: () => true,
  breaks: () => 0,
  stop: async () => undefined,
};

function change(at: string, collection: LiveEvent['collection'] = 'events', to = ['signed_in']): Announced {
  resumeToken = at;
  return { resumeToken: at, event: { collection, type: 'added', id: at }, to };
}

function connection(backlog = 0) {
  const lines: string[] = [];
  const state = { lines, ended: false };
  const connection: LiveConnection = {
    write: (text) => lines.push(text),
    backlog: () => backlog,
    end: () => {
      state.ended = true;
    },
  };
  return { ...connection, state };
}

const flush = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

let hub: ReturnType<typeof createLiveHub>;
beforeEach(() => {
  jest.useFakeTimers();
  resumeToken = 'a0';
  hub = createLiveHub(feed, async (asked) => asked, createLog('silent'));
  hub.start();
});
afterEach(() => {
  hub.stop();
  jest.useRealTimers();
});

it('sends a sign of life, and ends every stream after half an hour at the latest', async () => {
  const client = connection();
  hub.join(person, client, undefined);
  jest.advanceTimersByTime(16_000);
  expect(client.state.lines.filter((line) => line.startsWith(':'))).toHaveLength(1);
  jest.advanceTimersByTime(20 * 60_000);
  expect(client.state.ended).toBe(false);
  jest.advanceTimersByTime(11 * 60_000);
  expect(client.state.ended).toBe(true);
});

it('lets go of a client that does not read', async () => {
  const [hanging, reading] = [connection(10_000_000), connection()];
  hub.join(person, hanging, undefined);
  hub.join(person, reading, undefined);
  emit(change('a1'));
  await flush();
  expect(hanging.state.ended).toBe(true);
  emit(change('a2'));
  await flush();
  expect(hanging.state.lines.filter((line) => line.includes('data:'))).toHaveLength(1);
  expect(reading.state.lines.filter((line) => line.includes('data:'))).toHaveLength(2);
});

it('sends a reset to all when the feed has lost its position', async () => {
  const client = connection();
  hub.join(person, client, undefined);
  resumeToken = 'c0';
  emit('gap');
  await flush();
  expect(client.state.lines.at(-1)).toBe('id: c0\ndata: {"type":"reset"}\n\n');
});

it('ends the streams of those who lost their session in a gap, and knows the others by the roles that they have now', async () => {
  const investor: Principal = { ...person, userId: '2', sid: 'demoted', roles: ['investor'] };
  const now: Readonly<Record<string, Principal>> = { s: person, demoted: { ...investor, roles: [] } };
  const checked: string[] = [];
  const careful = createLiveHub(
    feed,
    async ({ sid }) => {
      checked.push(sid);
      return now[sid] ?? null;
    },
    createLog('silent'),
  );
  careful.start();
  const [staying, twin, signedOut, demoted] = [connection(), connection(), connection(), connection()];
  for (const client of [staying, twin]) careful.join(person, client, undefined);
  careful.join({ ...person, userId: '3', sid: 'over' }, signedOut, undefined);
  careful.join(investor, demoted, undefined);
  emit('gap');
  await flush();
  await flush();
  emit(change('f1', 'documents', ['admin', 'investor']));
  await flush();
  const results = [staying, twin, signedOut, demoted].map(({ state }) => [
    state.ended,
    state.lines.filter((line) => line.includes('documents')).length,
  ]);
  expect(results).toEqual([
    [false, 1],
    [false, 1],
    [true, 0],
    [false, 0],
  ]);
  expect(checked).toEqual(['s', 'over', 'demoted']);
  careful.stop();
});

it('asks once, and not for each stream, when sessions cannot be looked up after a gap', async () => {
  let questions = 0;
  const away = async () => {
    questions += 1;
    throw new Error('the database is away');
  };
  const careful = createLiveHub(feed, away, createLog('silent'));
  careful.start();
  const clients = Array.from({ length: 20 }, () => connection());
  for (const [turn, client] of clients.entries()) careful.join({ ...person, sid: `s${turn}` }, client, undefined);
  emit('gap');
  await flush();
  expect(clients.map(({ state }) => state.ended)).toEqual(Array(20).fill(true));
  expect(questions).toBe(1);
  careful.stop();
});

it('tells what happens while the past is read only after it, and nothing twice', async () => {
  let tellPast: (past: readonly Announced[]) => void = () => undefined;
  const past = new Promise<readonly Announced[]>((resolve) => {
    tellPast = resolve;
  });
  const slow = createLiveHub({ ...feed, since: () => past }, async (asked) => asked, createLog('silent'));
  slow.start();
  const client = connection();
  slow.join(person, client, 'd0');
  const [first, second, third] = [change('d1'), change('d2'), change('d3')];
  emit(second);
  emit(third);
  await flush();
  expect(client.state.lines.join('')).not.toContain('data:');
  tellPast([first, second]);
  await flush();
  const ids = client.state.lines.flatMap((line) => /^id: (\w+)\ndata/.exec(line)?.[1] ?? []);
  expect(ids).toEqual(['d1', 'd2', 'd3']);
  slow.stop();
});

it('ends a stream whose session cannot be looked up', async () => {
  const careful = createLiveHub(
    feed,
    async () => {
      throw new Error('the database is away');
    },
    createLog('silent'),
  );
  careful.start();
  const client = connection();
  careful.join(person, client, undefined);
  emit(change('1', 'users', []));
  await flush();
  expect(client.state.ended).toBe(true);
  careful.stop();
});
