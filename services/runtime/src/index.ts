export { BODY_TIMEOUT_MS, hasBody, liftBodyDeadline } from './http/body-deadline.ts';
export { type ClientNetwork, clientKey, clientNetworks, widestNetwork } from './http/client-networks.ts';
export { refuseForeignHosts } from './http/hosts.ts';
export { CannotListen, createListener, type DrainTimes, type Listener, type ListenerBounds } from './http/listener.ts';
export { createPlaces, type PlaceHolder, type Places } from './http/places.ts';
export { isProbe } from './http/probes.ts';
export { requestIds, requestLog } from './http/request-log.ts';
export { fromTrustedProxy } from './http/trusted-proxies.ts';
export type { UnparsedReason } from './http/unparsed-requests.ts';
export { createLog } from './log/log.ts';
export { masked } from './log/masked.ts';
export { createTroubleLog, type TroubleLog } from './log/trouble-log.ts';
export { createClockWatch, showClock } from './process/clock-watch.ts';
export { freePort } from './process/free-port.ts';
export { type Build, createProcessMetrics, type ProcessMetrics, readBuild } from './process/process-metrics.ts';
export { isProduction, nodeFaults } from './process/production.ts';
export {
  CLOSE_DEADLINE_MS,
  DRAIN_DEADLINE_MS,
  type ProcessSettings,
  runService,
  type Service,
} from './process/run-service.ts';
export { blankFaults, ConfigurationError, readSettingFiles, type SettingsWithFiles } from './settings/setting-files.ts';
export {
  hostNamesSchema,
  isOrigin,
  listSchema,
  numberSchema,
  originsSchema,
  portSchema,
  proxiesSchema,
  yesSchema,
} from './settings/setting-schemas.ts';
export { ENVIRONMENTS, LOG_LEVELS, oneOf } from './settings/setting-values.ts';
export { currentTraceparent, noteOnSpan, step, withoutSpan } from './traces/current-span.ts';
export { openTraces, type Traces, type TracesOptions } from './traces/open-traces.ts';
export { type TraceSettings, traceFaults, traceSettings, traceSettingsOf } from './traces/settings.ts';
