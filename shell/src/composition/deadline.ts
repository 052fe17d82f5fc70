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
