import { acceptSignIn, useSession } from '@cytocomm/session';
import { act, render, renderHook, screen } from '@testing-library/react';
import { type LiveState, LiveStatus, portalApi, portalStore, startLive, tagTypes, useLive } from './index.ts';

const SPREAD_MS = 2000;

/** An EventSource that a test steers. */
class FakeSource {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  static get last(): FakeSource {
    const source = FakeSource.all.at(-1);
    if (!source) throw new Error('no connection was made');
    return source;
  }

  readyState: number = FakeSource.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSource.all.push(this);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  open(): void {
    this.readyState = FakeSource.OPEN;
    this.onopen?.();
  }
  send(event: unknown): void {
    this.onmessage?.({ data: typeof event === 'string' ? event : JSON.stringify(event) });
  }
  /** The connection broke; the browser reconnects. */
  stumble(): void {
    this.readyState = FakeSource.CONNECTING;
    this.onerror?.();
  }
  /** The server refused it. */
  refuse(): void {
    this.readyState = FakeSource.CLOSED;
    this.onerror?.();
  }
}

const initialSession = useSession.getInitialState();
const dispatched = jest.spyOn(portalStore, 'dispatch');
/** What was read again, one list of tags for each time. */
const invalidated = () =>
  dispatched.mock.calls
    .map(([action]) => action)
    .filter(portalApi.util.invalidateTags.match)
    .map(({ payload }) => payload);
const answerToken = jest.fn<Response, []>();
let online = true;
let stop: () => void = () => undefined;

function token(roles = ['admin']): Response {
  const claims = { sub: 'ada@lab.example', name: 'Ada', roles, iat: 0, exp: 300 };
  const idToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
  return Response.json({ idToken, expiresAt: 'later' });
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { EventSource: FakeSource });
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  online = true;
  FakeSource.all = [];
  useSession.setState(initialSession, true);
  acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['admin'] });
  answerToken.mockReset().mockImplementation(() => token());
  globalThis.fetch = async () => answerToken();
  dispatched.mockClear();
});
afterEach(() => {
  stop();
  // What is still to be read again.
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  portalStore.dispatch(portalApi.util.resetApiState());
});

/** Shows the state of the connection, as a dashboard would. */
function watch(): () => LiveState {
  const { result, unmount } = renderHook(() => useLive());
  stop = unmount;
  return () => result.current;
}
const event = (name: string) => act(() => void window.dispatchEvent(new Event(name)));
const later = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

it('connects while somebody is signed in, once for all who ask', () => {
  const state = watch();
  const other = startLive();
  expect(FakeSource.all.map(({ url }) => url)).toEqual(['/api/live']);
  expect(state()).toBe('connecting');
  act(() => FakeSource.last.open());
  expect(state()).toBe('live');

  other();
  other();
  expect(FakeSource.last.readyState).toBe(FakeSource.OPEN);
  stop();
  expect(FakeSource.last.readyState).toBe(FakeSource.CLOSED);
});

it('asks nothing for a visitor', () => {
  useSession.setState(initialSession, true);
  expect(watch()()).toBe('off');
  expect(FakeSource.all).toEqual([]);
});

it.each([
  ['documents', ['Document', 'Notification']],
  ['press_releases', ['PressRelease', 'Notification']],
  ['events', ['Event', 'Notification']],
  ['users', ['User']],
  ['outbox', ['Operations', 'Notification']],
  ['audit', ['Operations']],
  ['releases', ['Release', 'Notification']],
  ['locks', ['Lock']],
  ['live_lock', ['Lock', 'Release', 'Remote']],
  ['remotes', ['Remote']],
  ['team_tokens', ['TeamToken']],
  ['reading_marks', ['Notification']],
  ['telemetry_causes', ['Notification']],
])('refetches the data that a change of %s affects', async (collection, tags) => {
  watch();
  act(() => FakeSource.last.open());
  act(() => FakeSource.last.send({ collection, type: 'changed', id: '1' }));
  await later(SPREAD_MS);
  expect(invalidated()).toEqual([tags]);
});

it('refetches nothing for a collection that it does not know', async () => {
  watch();
  act(() => FakeSource.last.send({ collection: 'something_newer', type: 'changed', id: '1' }));
  await later(SPREAD_MS);
  expect(invalidated()).toEqual([]);
});

it('refetches once for the events of up to two seconds, each page at a moment of its own', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  watch();
  act(() => FakeSource.last.open());
  for (const collection of ['events', 'press_releases', 'events'])
    act(() => FakeSource.last.send({ collection, type: 'added', id: '1' }));
  await later(SPREAD_MS / 2 - 1);
  expect(invalidated()).toEqual([]);
  await later(1);
  expect(invalidated()).toEqual([['Event', 'Notification', 'PressRelease']]);
  act(() => FakeSource.last.send({ collection: 'events', type: 'added', id: '2' }));
  await later(SPREAD_MS);
  expect(invalidated()).toHaveLength(2);
});

it.each(['not json', '7', 'null', '{}'])('refetches everything after the event %s', async (data) => {
  watch();
  act(() => FakeSource.last.open());
  act(() => FakeSource.last.send(data));
  await later(SPREAD_MS);
  expect(invalidated()).toEqual([[...tagTypes]]);
});

it('asks for the present roles when users change', async () => {
  watch();
  act(() => FakeSource.last.open());
  act(() => FakeSource.last.send({ collection: 'users', type: 'changed', id: '1' }));
  await later(0);
  expect(answerToken).toHaveBeenCalledTimes(1);
});

it('asks for no roles when people are added', async () => {
  watch();
  act(() => FakeSource.last.open());
  const add = (id: string) => act(() => FakeSource.last.send({ collection: 'users', type: 'added', id }));
  for (const id of ['1', '2', '3']) add(id);
  await later(SPREAD_MS);
  expect(invalidated()).toEqual([['User']]);
  expect(answerToken).not.toHaveBeenCalled();
});

it('refetches nothing before the current roles are loaded, so that no request uses a revoked role', async () => {
  let answer: (response: Response) => void = () => undefined;
  globalThis.fetch = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const rolesThen: (readonly string[])[] = [];
  dispatched.mockImplementationOnce((action) => {
    rolesThen.push(useSession.getState().roles);
    return action;
  });
  watch();
  act(() => FakeSource.last.open());
  act(() => FakeSource.last.send({ collection: 'users', type: 'changed', id: '1' }));
  act(() => FakeSource.last.send({ collection: 'audit', type: 'created', id: '2' }));
  await later(SPREAD_MS);
  expect(invalidated()).toEqual([]);
  answer(token(['customer']));
  await later(0);
  // With other roles other events and notifications are theirs.
  expect(invalidated()).toEqual([['User', 'Operations', 'Document', 'PressRelease', 'Event', 'Notification']]);
  expect(rolesThen).toEqual([['customer']]);
});

it('refetches if the current roles cannot be loaded', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  watch();
  act(() => FakeSource.last.open());
  act(() => FakeSource.last.send({ collection: 'users', type: 'changed', id: '1' }));
  await later(SPREAD_MS);
  expect(invalidated()).toEqual([['User']]);
});

it('is reconnecting while the browser reconnects, and relies on it to resume', () => {
  const state = watch();
  act(() => FakeSource.last.open());
  act(() => FakeSource.last.stumble());
  expect(state()).toBe('reconnecting');
  act(() => FakeSource.last.open());
  expect(state()).toBe('live');
  expect(FakeSource.all).toHaveLength(1);
  expect(invalidated()).toEqual([]);
});

it('reconnects with growing delays after a server error, then refetches everything', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(1);
  const state = watch();
  act(() => FakeSource.last.open());
  for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    act(() => FakeSource.last.refuse());
    const before = FakeSource.all.length;
    await later(pause - 1);
    expect(FakeSource.all).toHaveLength(before);
    await later(1);
    expect(FakeSource.all).toHaveLength(before + 1);
    expect(state()).toBe('reconnecting');
  }
  act(() => FakeSource.last.open());
  expect(state()).toBe('live');
  expect(invalidated()).toEqual([[...tagTypes]]);
});

it('tries on when the session cannot be asked about either', async () => {
  answerToken.mockImplementation(() => {
    throw new TypeError('fetch failed');
  });
  const state = watch();
  act(() => FakeSource.last.refuse());
  await later(1000);
  expect(FakeSource.all).toHaveLength(2);
  expect(state()).toBe('reconnecting');
  expect(useSession.getState().status).toBe('signed-in');
});

it('ends with the session, which says why', async () => {
  answerToken.mockImplementation(() => Response.json({ title: 'x' }, { status: 401 }));
  const state = watch();
  act(() => FakeSource.last.open());
  act(() => FakeSource.last.refuse());
  await later(60_000);
  expect(FakeSource.all).toHaveLength(1);
  expect(state()).toBe('off');
  expect(useSession.getState()).toMatchObject({ status: 'signed-out', ended: expect.stringMatching(/has ended/) });
});

it('reports that the device is offline, and refetches everything when it is online again', () => {
  const state = watch();
  act(() => FakeSource.last.open());
  online = false;
  event('offline');
  expect(state()).toBe('offline');
  expect(FakeSource.last.readyState).toBe(FakeSource.CLOSED);
  online = true;
  event('online');
  expect(FakeSource.all).toHaveLength(2);
  act(() => FakeSource.last.open());
  expect(state()).toBe('live');
  expect(invalidated()).toEqual([[...tagTypes]]);
});

it('shows in words how it is doing', () => {
  const { unmount } = render(<LiveStatus />);
  stop = unmount;
  const words = () => screen.getByRole('status').textContent;
  expect(words()).toBe('');
  act(() => FakeSource.last.open());
  expect(words()).toBe('Live');
  act(() => FakeSource.last.stumble());
  expect(words()).toBe('Reconnecting…');
  online = false;
  event('offline');
  expect(words()).toBe('Offline: what you see may be old');
});

it('refetches everything when the server reports missed events', async () => {
  watch();
  act(() => FakeSource.last.open());
  act(() => FakeSource.last.send({ type: 'reset' }));
  await later(SPREAD_MS);
  expect(invalidated()).toEqual([[...tagTypes]]);
});
