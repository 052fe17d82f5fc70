import { openLive } from '@cytocomm/contract';
import { freshIdToken, useSession } from '@cytocomm/session';
import { useEffect, useSyncExternalStore } from 'react';
import { createLiveConnection, type LiveState } from './live-connection.ts';
import { portalApi, type Tag } from './portal-api.ts';
import { allTags } from './remote-tags.ts';
import { portalStore } from './store.ts';

/** What is read again when a collection of the server changes. */
const TAGS_OF_COLLECTION: Readonly<Record<string, readonly Tag[]>> = {
  documents: ['Document', 'Notification'],
  press_releases: ['PressRelease', 'Notification'],
  events: ['Event', 'Notification'],
  users: ['User'],
  outbox: ['Operations', 'Notification'],
  audit: ['Operations'],
  releases: ['Release', 'Notification'],
  locks: ['Lock'],
  // The one document of what is live: which lock, which canary, and which remotes are switched off.
  live_lock: ['Lock', 'Release', 'Remote'],
  remotes: ['Remote'],
  team_tokens: ['TeamToken'],
  reading_marks: ['Notification'],
  telemetry_causes: ['Notification'],
};

function invalidate(tags: readonly Tag[]): void {
  if (tags.length > 0) portalStore.dispatch(portalApi.util.invalidateTags([...tags]));
}

/** Within how long what an event is about is read again, in ms: not by every open dashboard at once, and once for several events. */
const SPREAD_MS = 2000;

/** Returns the tags of a live event, and whether it is somebody new; one that cannot be read may be about anything, so all tags. */
function readEvent(data: string): { readonly tags: readonly Tag[]; readonly isNewUser: boolean } {
  try {
    const event: unknown = JSON.parse(data);
    if (typeof event === 'object' && event !== null && 'collection' in event) {
      const isNewUser = event.collection === 'users' && 'type' in event && event.type === 'added';
      return { tags: TAGS_OF_COLLECTION[String(event.collection)] ?? [], isNewUser };
    }
  } catch {
    // Falls through to everything.
  }
  return { tags: allTags(), isNewUser: false };
}

/** What everybody reads, each what their roles and groups may see. */
const BY_READER: readonly Tag[] = ['Document', 'PressRelease', 'Event', 'Notification'];

/** Asks for the present roles; resolves to what they change of what is shown. */
async function renewRoles(): Promise<readonly Tag[]> {
  const { roles } = useSession.getState();
  await freshIdToken({ renew: true });
  // Their own groups may have changed, which are in no token. Admins hear of everybody, and read what is for any group.
  const isSame = useSession.getState().roles.join() === roles.join();
  return isSame && roles.includes('admin') ? [] : BY_READER;
}

/** Creates what reads again what events are about, after the roles held here are the present ones, as far as one can know. */
function createEventReader(): (data: string) => void {
  let roles: Promise<unknown> = Promise.resolve();
  let waiting: Set<Tag> | undefined;

  function readSoon(): Set<Tag> {
    const tags = new Set<Tag>();
    setTimeout(() => {
      waiting = undefined;
      // A person who has lost a role must not ask for its data.
      void roles.then(() => invalidate([...tags]));
    }, Math.random() * SPREAD_MS);
    return tags;
  }

  return (data) => {
    const { tags, isNewUser } = readEvent(data);
    waiting ??= readSoon();
    const wanted = waiting;
    for (const tag of tags) wanted.add(tag);
    // It may be this person's own roles that changed; somebody new is never this person.
    if (!tags.includes('User') || isNewUser) return;
    roles = renewRoles().then((changed) => {
      for (const tag of changed) wanted.add(tag);
    });
  };
}

/** The one live connection of the page. */
const connection = createLiveConnection({
  address: openLive.path,
  sharedBy: () => useSession.getState().email ?? '',
  onEvent: createEventReader(),
  onMissedEvents: () => invalidate(allTags()),
  // Without an answer about the session the pause that follows is the answer to both.
  mayReconnect: async () => (await freshIdToken({ renew: true })).data !== null,
});

// A stream is of the person who was signed in when it began, and of nobody else.
useSession.subscribe(({ email }, { email: before }) => {
  if (email !== null && before !== null && email !== before) connection.renew();
});

/**
 * Connects to the server's live events, so that what changes there is read again here. Callers share one connection; it
 * closes when the last of them calls the returned function.
 */
export const startLive = connection.start;

/** Returns the state of the live connection, for components that only show it. */
export const useLiveState = (): LiveState =>
  useSyncExternalStore(connection.subscribe, connection.getState, () => 'off');

/** Keeps the live connection open while the component is mounted and somebody is signed in; returns its state. */
export function useLive(): LiveState {
  const signedIn = useSession((session) => session.status === 'signed-in');
  useEffect(() => (signedIn ? connection.start() : undefined), [signedIn]);
  return useLiveState();
}
