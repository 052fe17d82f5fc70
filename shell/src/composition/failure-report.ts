import type { RemoteFailed } from './remotes.ts';

/** Where the browser tells the server that a part of the page failed. */
export const FAILURE_REPORT_PATH = '/api/telemetry/failures';

/** Reports to the server which remote, release and phase failed. Best effort: a page that is in trouble must not wait. */
export function reportFailure(failure: RemoteFailed, lockId: string): void {
  const cause = failure.cause instanceof Error ? failure.cause.message : String(failure.cause);
  const body = JSON.stringify({
    remote: failure.remote.name,
    release: failure.remote.release,
    component: failure.component,
    phase: failure.phase,
    lock: lockId,
    reason: cause.slice(0, 500),
  });
  console.error(failure);
  // `keepalive` lets the report out even when the person leaves the page at once.
  fetch(FAILURE_REPORT_PATH, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body,
  }).catch((error: unknown) => console.error('The failure could not be reported.', error));
}
