import { openLive } from '@cytocomm/contract';
import { Tag as StatusTag } from '@cytocomm/kit';
import { freshIdToken, useSession } from '@cytocomm/session';
import { useEffect, useSyncExternalStore } from 'react';
import { createLiveConnection, type LiveState } from './live-connection.ts';
import { allTags, portalApi, type Tag } from './portal-api.ts';
import { portalStore } from './store.ts';

/** The tags to read again when a collection of the server changes. */
const TAGS_OF_COLLECTION: Readonly<Record<string, readonly Tag[]>> = {
  documents: ['Document', 'Notification'],
  press_releases: ['PressRelease', 'Notification'],
  events: ['Event', 'Notification'],
  users: ['User'],
  outbox: ['Operations', 'Notification'],
  audit: ['Operations'],
  releases: ['Release', 'Notification'],
  locks: ['Lock'],
  // The document of the live lock, the canary and the remotes that are switched off.
  live_lock: ['Lock', 'Release', 'Remote'],
  remotes: ['Remote'],
  team_tokens: ['TeamToken'],
  reading_marks: ['Notification'],
  telemetry_causes: ['Notification'],
};

function invalidate(tags: readonly Tag[]): void {
  if (tags.length > 0) portalStore.dispatch(portalApi.util.invalidateTags([...tags]));
}

/** Window for reading again after an event, in ms: spreads dashboards over time, and joins several events. */
const SPREAD_MS = 2000;

/** Returns the tags of a live event, and whether it adds a user; all tags for an unreadable one. */
function readEvent(data: string): { readonly tags: readonly Tag[]; readonly isNewUser: boolean } {
  try {
    const event: unknown = JSON.parse(data);
    if (typeof event === 'object' && event !== null && 'collection' in event) {
      const isNewUser = event.collection === 'users' && 'type' in event && event.type === 'added';
      return { tags: TAGS_OF_COLLECTION[String(event.collection)] ?? [], isNewUser };
    }
  } catch {
    // Falls through to all tags.
  }
  return { tags: allTags(), isNewUser: false };
}

/** Tags whose answers depend on the reader's roles and groups. */
const BY_READER: readonly Tag[] = ['Document', 'PressRelease', 'Event', 'Notification'];

/** Renews the roles; resolves to the tags whose answers may differ now. */
async function renewRoles(): Promise<readonly Tag[]> {
  const { roles } = useSession.getState();
  await freshIdToken({ renew: true });
  // Groups are in no token and may have changed. Admins get events of all users, and read for any group.
  const isSame = useSession.getState().roles.join() === roles.join();
  return isSame && roles.includes('admin') ? [] : BY_READER;
}

/** Creates the handler of live events, which reads their tags again once the roles are current. */
function createEventReader(): (data: string) => void {
  let roles: Promise<unknown> = Promise.resolve();
  let waiting: Set<Tag> | undefined;

  function readSoon(): Set<Tag> {
    const tags = new Set<Tag>();
    setTimeout(() => {
      waiting = undefined;
      // A person who has lost a role must not request its data.
      void roles.then(() => invalidate([...tags]));
    }, Math.random() * SPREAD_MS);
    return tags;
  }

  return (data) => {
    const { tags, isNewUser } = readEvent(data);
    waiting ??= readSoon();
    const pending = waiting;
    for (const tag of tags) pending.add(tag);
    // The change may be of this person's own roles; an added user is somebody else.
    if (!tags.includes('User') || isNewUser) return;
    roles = renewRoles().then((changed) => {
      for (const tag of changed) pending.add(tag);
    });
  };
}

/** The one live connection of the page. */
const connection = createLiveConnection({
  address: openLive.path,
  sharedBy: () => useSession.getState().email ?? '',
  onEvent: createEventReader(),
  onMissedEvents: () => invalidate(allTags()),
  mayReconnect: async () => (await freshIdToken({ renew: true })).data !== null,
});

// A stream belongs to the person who was signed in when it opened.
useSession.subscribe(({ email }, { email: before }) => {
  if (email !== null && before !== null && email !== before) connection.renew();
});

/**
 * Connects to the server's live events, which read changed data again. Callers share one connection; it closes when the last
 * one calls the returned function.
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

const STATUS_TAGS: Readonly<
  Record<LiveState, { readonly words: string; readonly tone: 'teal' | 'amber' | 'neutral' } | null>
> = {
  off: null,
  connecting: null,
  live: { words: 'Live', tone: 'teal' },
  reconnecting: { words: 'Reconnecting…', tone: 'amber' },
  offline: { words: 'Offline: what you see may be old', tone: 'neutral' },
};

/** Keeps the live connection while it is mounted, and says how it is doing. For the frame of the dashboard, once. */
export function LiveStatus() {
  const state = STATUS_TAGS[useLive()];
  // It comes when the connection opens: a trial run must not take that for a change by the remote.
  return (
    <span role="status" data-follows-session="">
      {state ? (
        <StatusTag tone={state.tone} live={state.words === 'Live'}>
          {state.words}
        </StatusTag>
      ) : null}
    </span>
  );
}
