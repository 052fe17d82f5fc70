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
import { createCauses } from '../../delivery/telemetry/causes.ts';
import { createClientReports } from '../../delivery/telemetry/client-reports.ts';
import { createHealth } from '../../delivery/telemetry/health.ts';
import { linkModel } from '../../identity/auth/link-model.ts';
import { sessionModel } from '../../identity/auth/session-model.ts';
import { oidcStateModel } from '../../identity/company-account/model.ts';
import { challengeModel, halfSignInModel } from '../../identity/passkeys/model.ts';
import { adminRemovalModel } from '../../identity/users/admins.ts';
import { userModel } from '../../identity/users/model.ts';
import { anonymousEventModel } from '../../platform/audit/anonymous-events.ts';
import { headModel } from '../../platform/audit/head.ts';
import { intentModel } from '../../platform/audit/intents.ts';
import { auditModel, sealModel } from '../../platform/audit/model.ts';
import { binModel } from '../../platform/bin/model.ts';
import { createSpending } from '../../platform/captcha/spent-model.ts';
import { createOnce } from '../../platform/idempotency/once.ts';
import { limitModel } from '../../platform/limits/model.ts';
import { outboxModel } from '../../platform/mail/model.ts';
import { uploadModel } from '../../platform/storage/model.ts';

/** What registers a model with its indexes. */
const REGISTER: readonly ((connection: Connection) => unknown)[] = [
  preferenceModel,
  subscriberModel,
  headModel,
  intentModel,
  auditModel,
  sealModel,
  anonymousEventModel,
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
  halfSignInModel,
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
  createCauses,
  createHealth,
  createClientReports,
  adminRemovalModel,
  userModel,
];

/** Registers the models of all records, so that their indexes are made also where only some of the service runs. */
export function registerModels(connection: Connection): void {
  for (const register of REGISTER) register(connection);
  for (const kind of ['documents', 'pictures'] as const) uploadModel(connection, kind);
}
