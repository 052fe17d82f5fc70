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
  type FakeCompany,
  type FakeData,
  type FakeLink,
  type FakePortal,
  type FakeUser,
  type LockFields,
  problem,
} from '@cytocomm/fake-portal';
export { type RenderedRemote, type RenderRemoteOptions, renderRemote, signIn } from './render-remote.tsx';
export { BAD_ANSWERS, type BadAnswer, type RunningFakePortal, startFakePortal } from './start-fake-portal.ts';
export { stopClock, typeDay } from './stop-clock.ts';
