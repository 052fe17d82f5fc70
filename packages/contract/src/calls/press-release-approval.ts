import type { ApprovalNote, ApprovalRefusal, ApprovalWithdrawalQuery } from '../api/press-release-approval.ts';
import type { AdminPressRelease } from '../api/press-releases.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** Asks another admin to approve what was written last; wants `If-Match`. */
export const askForApproval = /* @__PURE__ */ call<RecordParams, Nothing, ApprovalNote, AdminPressRelease>(
  'POST',
  '/api/admin/press-releases/:id/approval',
);

/** Takes a question for approval, or an approval, back: the one that is named, or any; wants `If-Match`. */
export const withdrawApproval = /* @__PURE__ */ call<
  RecordParams,
  ApprovalWithdrawalQuery,
  undefined,
  AdminPressRelease
>('DELETE', '/api/admin/press-releases/:id/approval');

/** Approves what was written last; wants `If-Match`. */
export const approvePressRelease = /* @__PURE__ */ call<RecordParams, Nothing, ApprovalNote, AdminPressRelease>(
  'POST',
  '/api/admin/press-releases/:id/approval/approve',
);

/** Does not approve what was written last, and says why; wants `If-Match`. */
export const declinePressRelease = /* @__PURE__ */ call<RecordParams, Nothing, ApprovalRefusal, AdminPressRelease>(
  'POST',
  '/api/admin/press-releases/:id/approval/decline',
);
