export {
  type ClientNetwork,
  clientKey,
  clientNetworks,
  createPlaces,
  type PlaceHolder,
  type Places,
  widestNetwork,
} from './http/client-limits.ts';
export { CannotListen, createListener, type DrainTimes, type Listener, type ListenerBounds } from './http/listener.ts';
export { isProbe, requestIds, requestLog } from './http/request-log.ts';
export { BODY_TIMEOUT_MS, hasBody, liftBodyDeadline } from './http/slow-clients.ts';
export { fromTrustedProxy, refuseForeignHosts } from './http/trusted-hosts.ts';
export type { UnparsedReason } from './http/unparsed-requests.ts';
export { createLog, createTroubleLog, masked, type TroubleLog } from './log/log.ts';
export {
  type Build,
  createClockWatch,
  createProcessMetrics,
  type ProcessMetrics,
  readBuild,
  showClock,
} from './process/process-metrics.ts';
export {
  CLOSE_DEADLINE_MS,
  DRAIN_DEADLINE_MS,
  type ProcessSettings,
  runService,
  type Service,
} from './process/run-service.ts';
export { freePort } from './process/wait-for-start.ts';
export { blankFaults, ConfigurationError, readSettingFiles, type SettingsWithFiles } from './settings/setting-files.ts';
export {
  ENVIRONMENTS,
  hostNamesSchema,
  isOrigin,
  isProduction,
  LOG_LEVELS,
  listSchema,
  nodeFaults,
  numberSchema,
  oneOf,
  originsSchema,
  portSchema,
  proxiesSchema,
  yesSchema,
} from './settings/setting-schemas.ts';
export { currentTraceparent, noteOnSpan, step } from './traces/current-span.ts';
export { openTraces, type Traces, type TracesOptions } from './traces/open-traces.ts';
export { type TraceSettings, traceFaults, traceSettings, traceSettingsOf } from './traces/settings.ts';
