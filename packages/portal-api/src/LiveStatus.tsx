import { Tag } from '@cytocomm/kit';
import { useLive } from './live.ts';
import type { LiveState } from './live-connection.ts';

const TAGS: Readonly<
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
  const state = TAGS[useLive()];
  return (
    <span role="status">
      {state ? (
        <Tag tone={state.tone} live={state.words === 'Live'}>
          {state.words}
        </Tag>
      ) : null}
    </span>
  );
}
