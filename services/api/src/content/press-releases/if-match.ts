import type { Request } from 'express';
import { ApiError, invalidFields } from '../../platform/calls/problem.ts';
import { ifMatchHolds } from '../../platform/http/conditions.ts';
import type { PressReleaseRecord } from './model.ts';
import { etagOf } from './presentation.ts';

/** Returns the refusal of a change that was meant for an earlier version. */
export function overtaken(record: PressReleaseRecord): ApiError {
  const detail = 'Somebody else has changed this press release meanwhile. Nothing of yours was saved over it.';
  return new ApiError(412, 'precondition-failed', detail, { headers: { ETag: etagOf(record) } });
}

/** Throws 412 when `ifMatch` names another version than the stored one; without it any version is meant. */
export function assertIfMatch(ifMatch: string | undefined, record: PressReleaseRecord): void {
  if (ifMatch !== undefined && !ifMatchHolds(ifMatch, etagOf(record))) throw overtaken(record);
}

/** Returns the If-Match of a call that must have one. Throws 400 without it. */
export function requiredIfMatch(req: Request): string {
  const ifMatch = req.headers['if-match'];
  if (ifMatch !== undefined) return ifMatch;
  throw invalidFields([{ path: 'header.If-Match', message: 'the ETag of the version that was changed' }]);
}
