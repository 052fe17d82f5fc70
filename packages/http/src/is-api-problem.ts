import type { ApiProblem } from './api-problem.ts';

/** Whether something is the problem of a call. */
export function isApiProblem(error: unknown): error is ApiProblem {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error && 'errors' in error;
}
