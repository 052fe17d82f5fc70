import { openLive } from '@cytocomm/contract';
import { freshIdToken, useSession } from '@cytocomm/session';
import { useEffect, useSyncExternalStore } from 'react';
import { portalApi, type Tag, tagTypes } from './portal-api.ts';
import { portalStore } from './store.ts';

/** `off`: not asked for. `reconnecting`: the connection broke and is being made anew. `offline`: the device has none. */
export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting' | 'offline';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** What is read anew when a collection of the server changes. */
const tagsOfCollection: Readonly<Record<string, readonly Tag[]>> = {
  documents: ['Document'],
  press_releases: ['PressRelease'],
  events: ['Event'],
  users: ['User'],
  outbox: ['Operations'],
  audit: ['Operations'],
};

let state: LiveState = 'off';
let users = 0;
let source: EventSource | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let missedSomething = false;
const listeners = new Set<() => void>();

function enter(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

function invalidate(tags: readonly Tag[]): void {
  portalStore.dispatch(portalApi.util.invalidateTags([...tags]));
}

function connect(): void {
  disconnect();
  if (!navigator.onLine) {
    enter('offline');
    return;
  }
  enter(failures === 0 && !missedSomething ? 'connecting' : 'reconnecting');
  const opened = new EventSource(openLive.path);
  source = opened;
  opened.onopen = () => {
    failures = 0;
    enter('live');
    // A new connection knows nothing of what happened before it; one the browser resumes brings it by Last-Event-ID.
    if (missedSomething) invalidate(tagTypes);
    missedSomething = false;
  };
  opened.onmessage = ({ data }) => receive(data);
  opened.onerror = () => {
    enter('reconnecting');
    if (opened.readyState === EventSource.CLOSED && source === opened) void connectAgain();
  };
}

function disconnect(): void {
  clearTimeout(timer);
  source?.close();
  source = null;
}

/** The server refused the stream: because the session is over, or because it is in trouble and wants a pause. */
async function connectAgain(): Promise<void> {
  missedSomething = true;
  disconnect();
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
  failures += 1;
  // No answer about the session either: the pause below is the answer to both.
  if ((await freshIdToken({ renew: true })).data === null) {
    enter('off');
    return;
  }
  // Spread over time, so that a restarted server is not met by every open dashboard at once.
  if (users > 0 && source === null) timer = setTimeout(connect, pause * (0.5 + Math.random() / 2));
}

/** Settled while the roles held here are the present ones, as far as one can know. */
let rolesKnown: Promise<unknown> = Promise.resolve();

function receive(data: string): void {
  const tags = tagsOfEvent(data);
  if (tags.includes('User')) {
    // It may be this person's own roles that changed.
    rolesKnown = freshIdToken({ renew: true });
  }
  // Whoever has lost a role does not ask for what it would have shown.
  void rolesKnown.then(() => invalidate(tags));
}

/** The tags of a live event; one that cannot be read may be about anything, so everything is read anew. */
function tagsOfEvent(data: string): readonly Tag[] {
  try {
    const event: unknown = JSON.parse(data);
    if (typeof event === 'object' && event !== null && 'collection' in event) {
      return tagsOfCollection[String(event.collection)] ?? [];
    }
  } catch {
    // Falls through to everything.
  }
  return tagTypes;
}

function goOffline(): void {
  missedSomething = true;
  disconnect();
  enter('offline');
}

/**
 * Connects to the server's live events, so that what changes there is read anew here. Callers share one connection; it
 * closes when the last of them calls the returned function.
 */
export function startLive(): () => void {
  users += 1;
  if (users === 1) {
    addEventListener('online', connect);
    addEventListener('offline', goOffline);
    connect();
  }
  let stopped = false;
  return () => {
    if (stopped) return;
    stopped = true;
    users -= 1;
    if (users > 0) return;
    removeEventListener('online', connect);
    removeEventListener('offline', goOffline);
    disconnect();
    failures = 0;
    missedSomething = false;
    enter('off');
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The state of the live connection, for components that only show it. */
export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => 'off',
  );

/** Keeps the live connection open while the component is mounted and somebody is signed in; answers its state. */
export function useLive(): LiveState {
  const signedIn = useSession((session) => session.status === 'signed-in');
  useEffect(() => (signedIn ? startLive() : undefined), [signedIn]);
  return useLiveState();
}
