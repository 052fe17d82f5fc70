export {
  buildAuditEntry,
  buildDocument,
  buildEvent,
  buildFailureCause,
  buildId,
  buildLock,
  buildMail,
  buildNotification,
  buildPressRelease,
  buildRelease,
  buildReleaseHealth,
  buildRemote,
  buildTeamToken,
  buildUser,
  type LockFields,
} from './builders.ts';
export { demoData, people } from './demo-data.ts';
export { askFakePortal, createFakePortal } from './portal/fake-portal.ts';
export { problem } from './portal/refusal.ts';
export type {
  AnsweredCall,
  FakeCompany,
  FakeData,
  FakeLink,
  FakePortal,
  FakeUser,
  HowRefused,
  SignBackendToken,
} from './portal/state.ts';
