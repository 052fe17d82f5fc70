// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type operations from '../domains/operations.ts';

/** Stream changes as server-sent events. */
export const openLive = /* @__PURE__ */ callOf<typeof operations.openLive>('GET', '/api/live');
/** Report loaded and failed parts of a page. */
export const reportTelemetry = /* @__PURE__ */ callOf<typeof operations.reportTelemetry>('POST', '/api/telemetry');
/** Read the health of each release of the last seven days: loads, failures by phase, load times. */
export const readReleaseHealth = /* @__PURE__ */ callOf<typeof operations.readReleaseHealth>('GET', '/api/telemetry/health');
/** List failure causes of the last seven days, last seen first; at most 200. */
export const listFailureCauses = /* @__PURE__ */ callOf<typeof operations.listFailureCauses>('GET', '/api/telemetry/failures');
/** Report one failed part of a page, for pages from before batched reports. */
export const reportFailure = /* @__PURE__ */ callOf<typeof operations.reportFailure>('POST', '/api/telemetry/failures');
/** Check that the process is alive. */
export const readHealth = /* @__PURE__ */ callOf<typeof operations.readHealth>('GET', '/healthz');
/** Check that the process is ready: started, database writable, not shutting down (503 otherwise). */
export const readReadiness = /* @__PURE__ */ callOf<typeof operations.readReadiness>('GET', '/readyz');
/** The same for proxies, which cannot send a request to a better database: started and not about to end (503 otherwise). */
export const readProcessReadiness = /* @__PURE__ */ callOf<typeof operations.readProcessReadiness>('GET', '/readyz/process');
/** Read Prometheus metrics. */
export const readMetrics = /* @__PURE__ */ callOf<typeof operations.readMetrics>('GET', '/metrics');
/** Read this API as an OpenAPI 3.1 document. */
export const readOpenApi = /* @__PURE__ */ callOf<typeof operations.readOpenApi>('GET', '/api/openapi.json');
/** Read this API as a web page. */
export const readApiPage = /* @__PURE__ */ callOf<typeof operations.readApiPage>('GET', '/api/docs');
