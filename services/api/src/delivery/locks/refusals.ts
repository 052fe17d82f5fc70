import type { FieldProblem } from '@cytocomm/contract';
import { ApiError } from '../../platform/calls/problem.ts';

/** Returns 409: another lock is live. */
export function lockMoved(): ApiError {
  return new ApiError(409, 'lock-moved', 'Another lock has become live. Look at it, then promote from it.');
}

/** Returns 409: the present state does not allow it. */
export function lockConflict(detail: string): ApiError {
  return new ApiError(409, 'conflict', detail);
}

/** Returns 422 with what the gate found. */
export function gateRefused(errors: readonly FieldProblem[]): ApiError {
  const detail = `The gate refused this. ${errors.map(({ message }) => message).join(' ')}`;
  return new ApiError(422, 'gate-refused', detail.slice(0, 2000), { errors });
}

/** Returns 409: there is no canary. */
export function noCanary(): ApiError {
  return new ApiError(409, 'no-canary', 'There is no canary.');
}
