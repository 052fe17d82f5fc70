export type { PortalBaseQuery } from './base-query.ts';
export { LiveStatus } from './LiveStatus.tsx';
export { type LiveState, startLive, useLive, useLiveState } from './live.ts';
export { PagedList, type PagedListProps, type PagedQuery } from './PagedList.tsx';
export { ON_TAKEN_NAME, portalApi, type Tag, tagTypes } from './portal-api.ts';
export {
  type ApiProblem,
  type FieldProblem,
  isApiProblem,
  isStored,
  problemMessage,
  problemOfAnswer,
  sessionProblem,
  unreachable,
} from './problem.ts';
export { QueryFailure, type QueryFailureProps } from './QueryFailure.tsx';
export { PortalApiProvider, portalStore } from './store.ts';
export { useLogout } from './use-logout.tsx';
