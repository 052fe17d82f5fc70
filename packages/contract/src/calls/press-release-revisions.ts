import type {
  PressReleaseRevisions,
  PressReleaseRevisionText,
  RevisionParams,
} from '../api/press-release-revisions.ts';
import type { AdminPressRelease } from '../api/press-releases.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** The texts that a release has and had, newest first. */
export const listPressReleaseRevisions = /* @__PURE__ */ call<RecordParams, Nothing, undefined, PressReleaseRevisions>(
  'GET',
  '/api/admin/press-releases/:id/revisions',
);

/** One text that a release has, or had. */
export const readPressReleaseRevision = /* @__PURE__ */ call<
  RevisionParams,
  Nothing,
  undefined,
  PressReleaseRevisionText
>('GET', '/api/admin/press-releases/:id/revisions/:number');

/** Saves an earlier title and text once more, without a change for readers; wants `If-Match`. */
export const restorePressReleaseRevision = /* @__PURE__ */ call<RevisionParams, Nothing, undefined, AdminPressRelease>(
  'POST',
  '/api/admin/press-releases/:id/revisions/:number/restore',
);
