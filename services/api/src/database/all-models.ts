import type { Connection } from 'mongoose';
import { preferenceModel, subscriberModel } from '../alerts/model.ts';
import { headModel } from '../audit/head.ts';
import { intentModel } from '../audit/intents.ts';
import { auditModel } from '../audit/model.ts';
import { sealModel } from '../audit/seal-model.ts';
import { strangerModel } from '../audit/stranger-model.ts';
import { linkModel } from '../auth/link-model.ts';
import { sessionModel } from '../auth/session-model.ts';
import { binModel } from '../bin/model.ts';
import { createSpending } from '../captcha/spent-model.ts';
import { begunModel } from '../company-account/model.ts';
import { contactModel } from '../contact/model.ts';
import { accessModel } from '../documents/access-log.ts';
import { acknowledgementModel } from '../documents/acknowledgements/model.ts';
import { documentModel } from '../documents/model.ts';
import { reportBatchModel } from '../documents/report-batches.ts';
import { calendarLinkModel } from '../events/link-model.ts';
import { eventModel } from '../events/model.ts';
import { createOnce } from '../idempotency/once.ts';
import { limitModel } from '../limits/model.ts';
import { lockCollections } from '../locks/model.ts';
import { outboxModel } from '../mail/model.ts';
import { readingMarkModel } from '../notifications/model.ts';
import { challengeModel, halfSignInModel } from '../passkeys/model.ts';
import { feedTimeModel } from '../press-releases/feed-time.ts';
import { pressReleaseModel } from '../press-releases/model.ts';
import { pictureModel } from '../press-releases/pictures/model.ts';
import { revisionModel } from '../press-releases/revision-model.ts';
import { remoteModel, tableChangeModel } from '../releases/claims-model.ts';
import { blobModel, releaseModel, removedVersionModel } from '../releases/model.ts';
import { reservationModel } from '../releases/quota.ts';
import { teamTokenModel } from '../releases/token-model.ts';
import { uploadModel } from '../storage/model.ts';
import { createCauses } from '../telemetry/causes.ts';
import { createHealth } from '../telemetry/health.ts';
import { createVoices } from '../telemetry/voices.ts';
import { leavingModel } from '../users/admins.ts';
import { userModel } from '../users/model.ts';

/** What registers a model with its indexes. */
const REGISTER: readonly ((connection: Connection) => unknown)[] = [
  preferenceModel,
  subscriberModel,
  headModel,
  intentModel,
  auditModel,
  sealModel,
  strangerModel,
  linkModel,
  sessionModel,
  binModel,
  createSpending,
  begunModel,
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
  createVoices,
  leavingModel,
  userModel,
];

/** Registers the models of all records, so that their indexes are made also where only some of the service runs. */
export function registerModels(connection: Connection): void {
  for (const register of REGISTER) register(connection);
  for (const kind of ['documents', 'pictures'] as const) uploadModel(connection, kind);
}
