import type { Connection } from 'mongoose';
import { preferenceModel, subscriberModel } from '../../content/alerts/model.ts';
import { contactModel } from '../../content/contact/model.ts';
import { accessModel } from '../../content/documents/access-log.ts';
import { acknowledgementModel } from '../../content/documents/acknowledgements/model.ts';
import { documentModel } from '../../content/documents/model.ts';
import { reportBatchModel } from '../../content/documents/report-mail.ts';
import { calendarLinkModel, eventModel } from '../../content/events/model.ts';
import { readingMarkModel } from '../../content/notifications/model.ts';
import { feedTimeModel } from '../../content/press-releases/feed.ts';
import { pressReleaseModel } from '../../content/press-releases/model.ts';
import { pictureModel } from '../../content/press-releases/pictures/model.ts';
import { revisionModel } from '../../content/press-releases/revisions.ts';
import { lockCollections } from '../../delivery/locks/model.ts';
import {
  blobModel,
  releaseModel,
  remoteModel,
  removedVersionModel,
  tableChangeModel,
  teamTokenModel,
} from '../../delivery/releases/model.ts';
import { reservationModel } from '../../delivery/releases/quota.ts';
import { causeModel } from '../../delivery/telemetry/causes.ts';
import { createClientReports } from '../../delivery/telemetry/client-reports.ts';
import { createHealth } from '../../delivery/telemetry/health.ts';
import { linkModel } from '../../identity/auth/magic-link.ts';
import { sessionModel } from '../../identity/auth/service.ts';
import { oidcStateModel } from '../../identity/company-account/model.ts';
import { challengeModel, pendingSecondFactorModel } from '../../identity/passkeys/model.ts';
import { adminGuardModel } from '../../identity/users/admins.ts';
import { userModel } from '../../identity/users/model.ts';
import { announcementModel } from '../../platform/announcements/announcement.ts';
import { anonymousEventModel } from '../../platform/audit/anonymous-events.ts';
import { auditModel, sealModel } from '../../platform/audit/model.ts';
import { binModel } from '../../platform/bin/model.ts';
import { createSpending } from '../../platform/captcha/model.ts';
import { type Migration, type MigrationReport, migrate } from '../../platform/database/migrate.ts';
import { createOnce } from '../../platform/idempotency/once.ts';
import { limitModel } from '../../platform/limits/model.ts';
import { outboxModel } from '../../platform/mail/model.ts';
import { uploadModel } from '../../platform/storage/model.ts';

/** Registers a model with its indexes. */
const REGISTER: readonly ((connection: Connection) => unknown)[] = [
  preferenceModel,
  subscriberModel,
  auditModel,
  sealModel,
  anonymousEventModel,
  announcementModel,
  linkModel,
  sessionModel,
  binModel,
  createSpending,
  oidcStateModel,
  contactModel,
  accessModel,
  acknowledgementModel,
  documentModel,
  reportBatchModel,
  calendarLinkModel,
  eventModel,
  createOnce,
  limitModel,
  lockCollections,
  outboxModel,
  readingMarkModel,
  challengeModel,
  pendingSecondFactorModel,
  pressReleaseModel,
  feedTimeModel,
  pictureModel,
  revisionModel,
  remoteModel,
  tableChangeModel,
  blobModel,
  releaseModel,
  removedVersionModel,
  reservationModel,
  teamTokenModel,
  causeModel,
  createHealth,
  createClientReports,
  adminGuardModel,
  userModel,
];

/** Registers the models of all records, so that their indexes are made also where only some of the service runs. */
export function registerModels(connection: Connection): void {
  for (const register of REGISTER) register(connection);
  for (const kind of ['documents', 'pictures'] as const) uploadModel(connection, kind);
}

/** The database was made by a build before the first supported one. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';
}

/** Refuses a database of builds before the baseline, which has migrations of other names: nothing completes their records. */
async function refuseEarlierData(connection: Connection): Promise<void> {
  const names = MIGRATIONS.map(({ name }) => name);
  const other = await connection.collection<{ _id: string }>('migrations').findOne({ _id: { $nin: names } });
  if (other === null) return;
  throw new DatabaseTooOld(
    'This database was made by a build before 2.0.0, which cannot be upgraded. Start with an empty database, or an empty DATA_DIR, and upload and import again.',
  );
}

/** All migrations, oldest first. A released one is never edited. */
export const MIGRATIONS: readonly Migration[] = [{ name: '0001-2.0.0', run: refuseEarlierData }];

/** Brings a database up to date: all migrations and all indexes. Throws DatabaseTooOld. */
export function upgrade(connection: Connection): Promise<MigrationReport> {
  registerModels(connection);
  return migrate(connection, MIGRATIONS);
}
