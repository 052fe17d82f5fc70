/**
 * How long the portal keeps what it holds of people. The services delete by these, the privacy notice names them, and a
 * test holds docs/security/personal-data.md to what the database does.
 */
export const RETENTION = {
  /** A message of the contact form. */
  contactMessageDays: 365,
  /** The row of a mail after it was sent or has failed. */
  mailDays: 30,
  /** An address that was given for alerts and never confirmed. */
  unconfirmedSubscriberDays: 4,
  /** Notes about refused visitors: hashes only. */
  strangerNoteDays: 30,
  /** That a client reported of a part of a page: hashes only. */
  telemetryClientDays: 2,
  /** Who opened which document. */
  documentAccessDays: 400,
  /** What a notification tells of. */
  notificationDays: 90,
  /** An earlier text of a press release, after another took its place. */
  pressReleaseRevisionDays: 365,
  /** An earlier file of a document, after another took its place. */
  documentVersionDays: 365,
  /** A picture of press releases that no text shows any more. */
  unusedPictureDays: 30,
  /** What was deleted and can be restored. */
  binDays: 30,
  /** Who made a record, so that it is made once. */
  idempotencyKeyDays: 7,
  /** A sign-in link. */
  signInLinkMinutes: 10,
  /** A session after the last visit. */
  sessionIdleHours: 12,
  /** A session in any case. */
  sessionDays: 7,
} as const;
