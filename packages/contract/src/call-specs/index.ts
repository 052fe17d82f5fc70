import type { Call } from '../calls/call.ts';
import { alertSpecs } from './alerts.ts';
import { auditSpecs } from './audit.ts';
import { authSpecs } from './auth.ts';
import { backendTokenSpecs } from './backend-tokens.ts';
import { binSpecs } from './bin.ts';
import { contactSpecs } from './contact.ts';
import { documentAcknowledgementSpecs } from './document-acknowledgements.ts';
import { documentReaderSpecs } from './document-readers.ts';
import { documentVersionSpecs } from './document-versions.ts';
import { documentSpecs } from './documents.ts';
import { eventSpecs } from './events.ts';
import { formSpecs } from './forms.ts';
import { groupSpecs } from './groups.ts';
import { localRemoteSpecs } from './local-remotes.ts';
import { mailSpecs } from './mail.ts';
import { notificationSpecs } from './notifications.ts';
import { operationSpecs } from './operations.ts';
import { passkeySpecs } from './passkeys.ts';
import { pictureSpecs } from './pictures.ts';
import { pressReleaseApprovalSpecs } from './press-release-approval.ts';
import { pressReleaseRevisionSpecs } from './press-release-revisions.ts';
import { pressReleaseSpecs } from './press-releases.ts';
import { releaseSpecs } from './releases.ts';
import { reportMailSpecs } from './report-mails.ts';
import { searchSpecs } from './search.ts';
import type { CallSpec } from './spec.ts';
import { userSpecs } from './users.ts';

export type { CallReply, CallSpec } from './spec.ts';

/** Every call of the API with its schemas. */
export const CALL_SPECS: readonly CallSpec[] = [
  ...userSpecs,
  ...groupSpecs,
  ...authSpecs,
  ...passkeySpecs,
  ...pressReleaseSpecs,
  ...pictureSpecs,
  ...pressReleaseRevisionSpecs,
  ...pressReleaseApprovalSpecs,
  ...documentSpecs,
  ...documentReaderSpecs,
  ...reportMailSpecs,
  ...documentVersionSpecs,
  ...documentAcknowledgementSpecs,
  ...eventSpecs,
  ...contactSpecs,
  ...alertSpecs,
  ...formSpecs,
  ...mailSpecs,
  ...binSpecs,
  ...searchSpecs,
  ...notificationSpecs,
  ...auditSpecs,
  ...releaseSpecs,
  ...backendTokenSpecs,
  ...localRemoteSpecs,
  ...operationSpecs,
];

const byCall: ReadonlyMap<Call, CallSpec> = new Map(CALL_SPECS.map((spec) => [spec.call, spec]));

/** Returns the spec of a call; throws for one that is not of the contract. */
export function specOf(call: Call): CallSpec {
  const spec = byCall.get(call);
  if (spec === undefined) throw new Error(`${call.method} ${call.path} has no spec in CALL_SPECS`);
  return spec;
}
