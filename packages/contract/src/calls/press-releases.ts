// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type pressReleases from '../domains/press-releases.ts';

/** List published press releases for an audience, newest first. */
export const listPressReleases = /* @__PURE__ */ callOf<typeof pressReleases.listPressReleases>('GET', '/api/press-releases');
/** Read the Atom feed of public press releases. */
export const readPressReleaseFeed = /* @__PURE__ */ callOf<typeof pressReleases.readPressReleaseFeed>('GET', '/api/press-releases/feed.xml');
/** Read a press release; admins also get drafts and scheduled ones, with their state. */
export const readPressRelease = /* @__PURE__ */ callOf<typeof pressReleases.readPressRelease>('GET', '/api/press-releases/:id');
/** List all press releases with drafts and scheduled ones, by default latest first. */
export const listAllPressReleases = /* @__PURE__ */ callOf<typeof pressReleases.listAllPressReleases>('GET', '/api/admin/press-releases');
/** Export all press releases as CSV, without texts. */
export const exportPressReleases = /* @__PURE__ */ callOf<typeof pressReleases.exportPressReleases>('GET', '/api/admin/press-releases.csv');
/** Read a press release with the state of its mails. */
export const readPressReleaseState = /* @__PURE__ */ callOf<typeof pressReleases.readPressReleaseState>('GET', '/api/admin/press-releases/:id');
/** Create a press release. */
export const writePressRelease = /* @__PURE__ */ callOf<typeof pressReleases.writePressRelease>('POST', '/api/admin/press-releases');
/** Change fields of a press release. */
export const changePressRelease = /* @__PURE__ */ callOf<typeof pressReleases.changePressRelease>('PATCH', '/api/admin/press-releases/:id');
/** Start a draft; any field may be incomplete. */
export const startPressReleaseDraft = /* @__PURE__ */ callOf<typeof pressReleases.startPressReleaseDraft>('POST', '/api/admin/press-releases/drafts');
/** Save the text of a draft. */
export const savePressReleaseText = /* @__PURE__ */ callOf<typeof pressReleases.savePressReleaseText>('PUT', '/api/admin/press-releases/:id/text');
/** Discard unpublished changes of a press release. */
export const discardPressReleaseText = /* @__PURE__ */ callOf<typeof pressReleases.discardPressReleaseText>('DELETE', '/api/admin/press-releases/:id/text');
/** Delete a press release. */
export const deletePressRelease = /* @__PURE__ */ callOf<typeof pressReleases.deletePressRelease>('DELETE', '/api/admin/press-releases/:id');
/** Send yourself a test mail of a press release. */
export const sendTestMail = /* @__PURE__ */ callOf<typeof pressReleases.sendTestMail>('POST', '/api/admin/press-releases/:id/test-mail');
