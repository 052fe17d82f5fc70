// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type pressReleases from '../domains/press-releases.ts';

/** Published press releases for a target, newest first. */
export const listPressReleases = /* @__PURE__ */ callOf<typeof pressReleases.listPressReleases>('GET', '/api/press-releases');
/** The Atom feed of the public press releases. */
export const readPressReleaseFeed = /* @__PURE__ */ callOf<typeof pressReleases.readPressReleaseFeed>('GET', '/api/press-releases/feed.xml');
/** One press release; an admin gets drafts and scheduled ones too, with all that belongs to them. */
export const readPressRelease = /* @__PURE__ */ callOf<typeof pressReleases.readPressRelease>('GET', '/api/press-releases/:id');
/** All press releases, drafts and scheduled ones included, by default the one written last first. */
export const listAllPressReleases = /* @__PURE__ */ callOf<typeof pressReleases.listAllPressReleases>('GET', '/api/admin/press-releases');
/** All press releases as a file for a spreadsheet, without their texts. */
export const exportPressReleases = /* @__PURE__ */ callOf<typeof pressReleases.exportPressReleases>('GET', '/api/admin/press-releases.csv');
/** One press release, and how its mails are doing. */
export const readPressReleaseState = /* @__PURE__ */ callOf<typeof pressReleases.readPressReleaseState>('GET', '/api/admin/press-releases/:id');
/** Write a press release. */
export const writePressRelease = /* @__PURE__ */ callOf<typeof pressReleases.writePressRelease>('POST', '/api/admin/press-releases');
/** Change fields of a press release. */
export const changePressRelease = /* @__PURE__ */ callOf<typeof pressReleases.changePressRelease>('PATCH', '/api/admin/press-releases/:id');
/** Start a draft with what is written so far; nothing in it need be whole. */
export const startPressReleaseDraft = /* @__PURE__ */ callOf<typeof pressReleases.startPressReleaseDraft>('POST', '/api/admin/press-releases/drafts');
/** Save what is written so far. */
export const savePressReleaseText = /* @__PURE__ */ callOf<typeof pressReleases.savePressReleaseText>('PUT', '/api/admin/press-releases/:id/text');
/** Remove the changes of a press release that are not published. */
export const discardPressReleaseText = /* @__PURE__ */ callOf<typeof pressReleases.discardPressReleaseText>('DELETE', '/api/admin/press-releases/:id/text');
/** Delete a press release. */
export const deletePressRelease = /* @__PURE__ */ callOf<typeof pressReleases.deletePressRelease>('DELETE', '/api/admin/press-releases/:id');
/** Send a press release to yourself, to see how the mail looks. */
export const sendTestMail = /* @__PURE__ */ callOf<typeof pressReleases.sendTestMail>('POST', '/api/admin/press-releases/:id/test-mail');
