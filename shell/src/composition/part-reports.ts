import { type LockedRelease, reportTelemetry, type TelemetryRow } from '@cytocomm/contract';
import { sendPlain } from '@cytocomm/http';
import type { LoadListener } from './component-store.ts';
import type { RemoteFailed } from './remotes.ts';

/** How long a row waits for others, in ms. */
const WAIT_MS = 3000;
/** A page that is still open this long after `beforeunload` counts as one that stays, in ms. */
const LEAVE_MS = 10_000;
/** Rows of a report; the API refuses more. */
const MAX_ROWS = 20;
/** Characters of a stack; the API refuses more. */
const MAX_STACK = 2000;

/** A hook without React state: it belongs to another copy of React than the one that renders the page. */
const HOOK_OF_ANOTHER_REACT = /null.*\buse[A-Z]|\buse[A-Z].*null/;

/** Returns the message of a thrown value of any kind; never throws. */
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

/** Returns the stack of a thrown value, if the browser has one. */
function stackOf(cause: unknown): Pick<TelemetryRow, 'stack'> {
  try {
    return cause instanceof Error && cause.stack ? { stack: cause.stack.slice(0, MAX_STACK) } : {};
  } catch {
    return {};
  }
}

/**
 * Creates the telemetry of a page: rows are sent together after three seconds, at twenty, or when the page is left. Best effort:
 * rows that cannot be sent are dropped. A page with a local remote (`isLocal`) reports nothing: its failures are not the portal's.
 */
export function createPartReports(lock: string, isLocal = false): LoadListener {
  let rows: TelemetryRow[] = [];
  let timer = 0;
  /** Runs while the page is being left, up to LEAVE_MS; 0 otherwise. */
  let leaving = 0;
  /** Failures since then. */
  let heldFailures: RemoteFailed[] = [];

  function flush(): void {
    clearTimeout(timer);
    timer = 0;
    if (!rows[0]) return;
    const body = { lock, rows };
    rows = [];
    // `keepalive` lets the report out when the person leaves the page.
    void sendPlain(reportTelemetry, { body, keepalive: true });
  }

  function add({ name, release }: LockedRelease, row: Omit<TelemetryRow, 'remote' | 'release'>): void {
    if (isLocal) return;
    if (rows.push({ remote: name, release, ...row }) === MAX_ROWS) flush();
    else timer ||= window.setTimeout(flush, WAIT_MS);
  }

  function report(failure: RemoteFailed): void {
    console.error(failure);
    const { remote, component, phase, cause } = failure;
    const reason = reasonOf(failure).slice(0, 500);
    add(remote, { kind: 'failure', component, phase, reason, ...stackOf(cause) });
  }

  // Leaving aborts pending loads, which fail in Firefox before the page is gone: no fault of the release.
  addEventListener('beforeunload', () => {
    clearTimeout(leaving);
    // A download starts with the same event, and the page stays.
    leaving = window.setTimeout(() => {
      leaving = 0;
      for (const failure of heldFailures.splice(0)) report(failure);
    }, LEAVE_MS);
  });
  addEventListener('pagehide', () => {
    heldFailures = [];
    flush();
  });
  return {
    loaded: (release, component, ms) => add(release, { kind: 'load', component, ms: Math.round(ms) }),
    slow: (release, component) => add(release, { kind: 'slow', component }),
    failed: (failure) => {
      if (!leaving) report(failure);
      else if (heldFailures.length < MAX_ROWS) heldFailures.push(failure);
    },
  };
}
