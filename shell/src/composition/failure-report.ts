import { reportFailure as report } from '@cytocomm/contract';
import { sendPlain } from '@cytocomm/http';
import type { RemoteFailed } from './remotes.ts';

/** A hook asked React's state, and there was none: what it asked is not the React that draws the page. */
const HOOK_OF_ANOTHER_REACT = /null.*\buse[A-Z]|\buse[A-Z].*null/;

/** Returns what was thrown, in words. It may be anything: a report must not fail where a slot has just been saved. */
function wordsOf(cause: unknown): string {
  try {
    return String(cause instanceof Error ? cause.message : cause);
  } catch {
    return 'something was thrown that no text can be made of';
  }
}

function reasonOf({ cause, phase, remote }: RemoteFailed): string {
  const words = wordsOf(cause);
  const second = phase === 'render' && cause instanceof TypeError && HOOK_OF_ANOTHER_REACT.test(words);
  return second ? `${words}; ${remote.name} seems to carry a React of its own` : words;
}

/** Reports to the server which remote, release and phase failed. Best effort: a page that is in trouble must not wait. */
export function reportFailure(failure: RemoteFailed, lockId: string): void {
  const body = {
    remote: failure.remote.name,
    release: failure.remote.release,
    component: failure.component,
    phase: failure.phase,
    lock: lockId,
    reason: reasonOf(failure).slice(0, 500),
  };
  console.error(failure);
  // `keepalive` lets the report out even when the person leaves the page at once.
  void sendPlain(report, { body, keepalive: true }).then(({ error }) => {
    if (error) console.error('The failure could not be reported.', error);
  });
}
