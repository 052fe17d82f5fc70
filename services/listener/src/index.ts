export { BODY_TIMEOUT_MS, hasBody, liftBodyDeadline } from './body-deadline.ts';
export { type ClientNetwork, clientKey, clientNetworks, widestNetwork } from './client-networks.ts';
export { createClockWatch, showClock } from './clock-watch.ts';
export { freePort } from './free-port.ts';
export { refuseForeignHosts } from './hosts.ts';
export { CannotListen, createListener, type DrainTimes, type Listener, type ListenerBounds } from './listener.ts';
export { createLog } from './log.ts';
export { masked } from './masked.ts';
export { createPlaces, type PlaceHolder, type Places } from './places.ts';
export { isProbe } from './probes.ts';
export { type Build, createProcessMetrics, type ProcessMetrics, readBuild } from './process-metrics.ts';
export { isProduction, nodeFaults } from './production.ts';
export { requestIds, requestLog } from './request-log.ts';
export {
  CLOSE_DEADLINE_MS,
  DRAIN_DEADLINE_MS,
  type ProcessSettings,
  runService,
  type Service,
} from './run-service.ts';
export { blankFaults, ConfigurationError, readSettingFiles, type SettingsWithFiles } from './setting-files.ts';
export {
  hostNamesSchema,
  isOrigin,
  listSchema,
  numberSchema,
  originsSchema,
  portSchema,
  proxiesSchema,
  yesSchema,
} from './setting-schemas.ts';
export { ENVIRONMENTS, LOG_LEVELS, oneOf } from './setting-values.ts';
export { createTroubleLog, type TroubleLog } from './trouble-log.ts';
export { fromTrustedProxy } from './trusted-proxies.ts';
export { noteUnparsed, type UnparsedReason } from './unparsed-requests.ts';
