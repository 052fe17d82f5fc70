import type { AdminPressRelease } from '../api/press-releases.ts';
import type { ReleaseRevisions, ReleaseRevisionText, RevisionParams } from '../api/release-revisions.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** The texts that a release has and had, newest first. */
export const listReleaseRevisions = /* @__PURE__ */ call<RecordParams, Nothing, undefined, ReleaseRevisions>(
  'GET',
  '/api/admin/press-releases/:id/revisions',
);

/** One text that a release has, or had. */
export const readReleaseRevision = /* @__PURE__ */ call<RevisionParams, Nothing, undefined, ReleaseRevisionText>(
  'GET',
  '/api/admin/press-releases/:id/revisions/:number',
);

/** Saves an earlier title and text once more, without a change for readers; wants `If-Match`. */
export const restoreReleaseRevision = /* @__PURE__ */ call<RevisionParams, Nothing, undefined, AdminPressRelease>(
  'POST',
  '/api/admin/press-releases/:id/revisions/:number/restore',
);
