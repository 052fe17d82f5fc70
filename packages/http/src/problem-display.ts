import type { ApiProblem } from './api-problem.ts';

/** Returns a waiting time in words: under 90 s in seconds, else in minutes, rounded up. */
export function waitingTime(seconds: number): string {
  if (seconds >= 90) return `${Math.ceil(seconds / 60)} minutes`;
  const whole = Math.ceil(seconds);
  return whole === 1 ? '1 second' : `${whole} seconds`;
}

/** Whether something is the problem of a call. */
export function isApiProblem(error: unknown): error is ApiProblem {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error && 'errors' in error;
}
