export { askFakePortal } from './ask-fake-portal.ts';
export {
  buildAuditEntry,
  buildDocument,
  buildEvent,
  buildId,
  buildMail,
  buildPressRelease,
  buildUser,
} from './builders.ts';
export { demoData, people } from './demo-data.ts';
export { createFakePortal } from './portal/fake-portal.ts';
export { problem } from './portal/refusal.ts';
export type {
  AnsweredCall,
  FakeCompany,
  FakeData,
  FakeLink,
  FakePortal,
  FakeUser,
  SignBackendToken,
} from './portal/state.ts';
export { buildLock, buildRelease, buildRemote, buildTeamToken, type LockFields } from './release-builders.ts';
export { buildFailureCause, buildReleaseHealth } from './telemetry-builders.ts';
