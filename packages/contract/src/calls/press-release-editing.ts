// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type pressReleaseEditing from '../domains/press-release-editing.ts';

/** Ask for approval of what was written last. */
export const askForApproval = /* @__PURE__ */ callOf<typeof pressReleaseEditing.askForApproval>('POST', '/api/admin/press-releases/:id/approval');
/** Take a question for approval, or an approval, back. */
export const withdrawApproval = /* @__PURE__ */ callOf<typeof pressReleaseEditing.withdrawApproval>('DELETE', '/api/admin/press-releases/:id/approval');
/** Approve what was written last. */
export const approvePressRelease = /* @__PURE__ */ callOf<typeof pressReleaseEditing.approvePressRelease>('POST', '/api/admin/press-releases/:id/approval/approve');
/** Do not approve what was written last, and say why. */
export const declinePressRelease = /* @__PURE__ */ callOf<typeof pressReleaseEditing.declinePressRelease>('POST', '/api/admin/press-releases/:id/approval/decline');
/** The texts that a press release has and had, newest first, without their content. */
export const listPressReleaseRevisions = /* @__PURE__ */ callOf<typeof pressReleaseEditing.listPressReleaseRevisions>('GET', '/api/admin/press-releases/:id/revisions');
/** One text that a press release has, or had. */
export const readPressReleaseRevision = /* @__PURE__ */ callOf<typeof pressReleaseEditing.readPressReleaseRevision>('GET', '/api/admin/press-releases/:id/revisions/:number');
/** Save an earlier title and text once more. */
export const restorePressReleaseRevision = /* @__PURE__ */ callOf<typeof pressReleaseEditing.restorePressReleaseRevision>('POST', '/api/admin/press-releases/:id/revisions/:number/restore');
/** Upload a picture for a press release. */
export const uploadPicture = /* @__PURE__ */ callOf<typeof pressReleaseEditing.uploadPicture>('POST', '/api/admin/press-releases/pictures');
/** A picture of a press release that you may read; admins read all. */
export const readPicture = /* @__PURE__ */ callOf<typeof pressReleaseEditing.readPicture>('GET', '/api/press-releases/pictures/:id/:width');
