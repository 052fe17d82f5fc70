// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type pressReleaseEditing from '../domains/press-release-editing.ts';

/** Request approval of the latest text. */
export const askForApproval = /* @__PURE__ */ callOf<typeof pressReleaseEditing.askForApproval>('POST', '/api/admin/press-releases/:id/approval');
/** Withdraw a request for approval, or an approval. */
export const withdrawApproval = /* @__PURE__ */ callOf<typeof pressReleaseEditing.withdrawApproval>('DELETE', '/api/admin/press-releases/:id/approval');
/** Approve the latest text. */
export const approvePressRelease = /* @__PURE__ */ callOf<typeof pressReleaseEditing.approvePressRelease>('POST', '/api/admin/press-releases/:id/approval/approve');
/** Decline the latest text, with a reason. */
export const declinePressRelease = /* @__PURE__ */ callOf<typeof pressReleaseEditing.declinePressRelease>('POST', '/api/admin/press-releases/:id/approval/decline');
/** List current and earlier texts of a press release, newest first, without content. */
export const listPressReleaseRevisions = /* @__PURE__ */ callOf<typeof pressReleaseEditing.listPressReleaseRevisions>('GET', '/api/admin/press-releases/:id/revisions');
/** Read a current or earlier text of a press release. */
export const readPressReleaseRevision = /* @__PURE__ */ callOf<typeof pressReleaseEditing.readPressReleaseRevision>('GET', '/api/admin/press-releases/:id/revisions/:number');
/** Restore an earlier title and text. */
export const restorePressReleaseRevision = /* @__PURE__ */ callOf<typeof pressReleaseEditing.restorePressReleaseRevision>('POST', '/api/admin/press-releases/:id/revisions/:number/restore');
/** Upload a picture for a press release. */
export const uploadPicture = /* @__PURE__ */ callOf<typeof pressReleaseEditing.uploadPicture>('POST', '/api/admin/press-releases/pictures');
/** Read a picture of a press release you can read. */
export const readPicture = /* @__PURE__ */ callOf<typeof pressReleaseEditing.readPicture>('GET', '/api/press-releases/pictures/:id/:width');
