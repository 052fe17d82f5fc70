import type {
  AdminPressRelease,
  AdminPressReleaseListQuery,
  AdminPressReleasePage,
  NewPressRelease,
  PressRelease,
  PressReleaseChange,
  PressReleaseExportQuery,
  PressReleaseListQuery,
  PressReleasePage,
  PressReleaseText,
} from '../api/press-releases.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** The published releases that the caller may read, newest first. */
export const listPressReleases = /* @__PURE__ */ call<Nothing, PressReleaseListQuery, undefined, PressReleasePage>(
  'GET',
  '/api/press-releases',
);

/** The latest public releases as an Atom feed. */
export const readPressReleaseFeed = /* @__PURE__ */ call('GET', '/api/press-releases/feed.xml');

/** One release; admins get drafts, and more of each. */
export const readPressRelease = /* @__PURE__ */ call<
  RecordParams,
  Nothing,
  undefined,
  AdminPressRelease | PressRelease
>('GET', '/api/press-releases/:id');

/** All releases, drafts too, by default newest first. */
export const listAllPressReleases = /* @__PURE__ */ call<
  Nothing,
  AdminPressReleaseListQuery,
  undefined,
  AdminPressReleasePage
>('GET', '/api/admin/press-releases');

/** Releases as a file for a spreadsheet. */
export const exportPressReleases = /* @__PURE__ */ call<Nothing, PressReleaseExportQuery>(
  'GET',
  '/api/admin/press-releases.csv',
);

/** One release with the state of its mails. */
export const readPressReleaseState = /* @__PURE__ */ call<RecordParams, Nothing, undefined, AdminPressRelease>(
  'GET',
  '/api/admin/press-releases/:id',
);

/** Writes a release: published now, later, or kept as a draft. */
export const writePressRelease = /* @__PURE__ */ call<Nothing, Nothing, NewPressRelease, AdminPressRelease>(
  'POST',
  '/api/admin/press-releases',
);

/** Changes a release; wants `If-Match`. */
export const changePressRelease = /* @__PURE__ */ call<RecordParams, Nothing, PressReleaseChange, AdminPressRelease>(
  'PATCH',
  '/api/admin/press-releases/:id',
);

/** Deletes a release; wants `If-Match`. */
export const deletePressRelease = /* @__PURE__ */ call<RecordParams>('DELETE', '/api/admin/press-releases/:id');

/** Starts a draft with what is written so far. */
export const startPressReleaseDraft = /* @__PURE__ */ call<Nothing, Nothing, PressReleaseText, AdminPressRelease>(
  'POST',
  '/api/admin/press-releases/drafts',
);

/** Saves what is written so far, without a change for readers; wants `If-Match`. */
export const savePressReleaseText = /* @__PURE__ */ call<RecordParams, Nothing, PressReleaseText, AdminPressRelease>(
  'PUT',
  '/api/admin/press-releases/:id/text',
);

/** Removes changes that are not published; wants `If-Match`. */
export const discardPressReleaseText = /* @__PURE__ */ call<RecordParams, Nothing, undefined, AdminPressRelease>(
  'DELETE',
  '/api/admin/press-releases/:id/text',
);

/** Mails a release to the caller alone. */
export const sendTestMail = /* @__PURE__ */ call<RecordParams>('POST', '/api/admin/press-releases/:id/test-mail');
