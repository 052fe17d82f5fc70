import type { LockedRelease } from '@cytocomm/contract';
import type { ComponentType } from 'react';

/** Something took longer than it may. */
class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** Settles as `work` does, or rejects with DeadlineExceeded after `ms`. The work itself is not cancelled. */
export function withDeadline<T>(work: T | Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineExceeded(`${what} took longer than ${ms} ms`)), ms);
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** The step in which a remote's component failed. */
export type FailurePhase = 'entry' | 'component' | 'render';

/** A component of a remote could not be loaded. Holds everything a report needs; `cause` is the original error. */
export class RemoteFailed extends Error {
  override readonly name = 'RemoteFailed';
  readonly remote: LockedRelease;
  readonly component: string;
  readonly phase: FailurePhase;

  constructor(remote: LockedRelease, component: string, phase: FailurePhase, cause: unknown) {
    super(`${remote.name} ${remote.release}: "${component}" failed in phase ${phase}`, { cause });
    this.remote = remote;
    this.component = component;
    this.phase = phase;
  }
}

/** Whether a chunk had not come when its build gave it up: late, by no fault of the release. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError' && 'type' in error && error.type === 'timeout';
}

/** Loads components of the remotes of one lock. */
export interface RemoteLoader {
  /** The component when it has already loaded, so that a known page renders without a flash. */
  loaded<Props>(remote: LockedRelease, component: string): ComponentType<Props> | undefined;
  /**
   * Loads a component: files that do not come are asked for once more, late ones are waited for. Rejects with RemoteFailed; a failure is
   * never kept: the next call tries again.
   */
  load<Props>(remote: LockedRelease, component: string): Promise<ComponentType<Props>>;
  /** Fetches the component's files past the HTTP cache, which may hold a broken answer, and loads it again. */
  reload<Props>(remote: LockedRelease, component: string): Promise<ComponentType<Props>>;
}

/**
 * Whether a value is a React component. Which props it takes cannot be seen at run time; the contract's range, checked
 * when the lock was made, vouches for that.
 */
export function isComponent<Props>(value: unknown): value is ComponentType<Props> {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}
