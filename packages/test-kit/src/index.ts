export { BAD_ANSWERS, type BadAnswer } from './bad-answers.ts';
export {
  buildAuditEntry,
  buildDocument,
  buildEvent,
  buildId,
  buildMail,
  buildPressRelease,
  buildUser,
} from './builders.ts';
export { problem } from './fake-portal/refusal.ts';
export type { FakeCompany, FakeData, FakeLink, FakePortal, FakeUser } from './fake-portal/state.ts';
export { buildLock, buildRelease, buildRemote, buildTeamToken, type LockFields } from './release-builders.ts';
export { type RenderedRemote, type RenderRemoteOptions, renderRemote, signIn } from './render-remote.tsx';
export { type RunningFakePortal, startFakePortal } from './start-fake-portal.ts';
export { stopClock } from './stop-clock.ts';
export { buildFailureCause, buildReleaseHealth } from './telemetry-builders.ts';
export { typeDay } from './type-day.ts';
