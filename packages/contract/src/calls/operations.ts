// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type operations from '../domains/operations.ts';

/** What changes, as it changes: server-sent events. */
export const openLive = /* @__PURE__ */ callOf<typeof operations.openLive>('GET', '/api/live');
/** Parts of a page that have loaded, and that have failed, in a browser. */
export const reportTelemetry = /* @__PURE__ */ callOf<typeof operations.reportTelemetry>('POST', '/api/telemetry');
/** The health of each release of the last seven days: loads, failures by phase, load times. */
export const readReleaseHealth = /* @__PURE__ */ callOf<typeof operations.readReleaseHealth>('GET', '/api/telemetry/health');
/** The causes of failures of the last seven days, those seen last first; at most 200. */
export const listFailureCauses = /* @__PURE__ */ callOf<typeof operations.listFailureCauses>('GET', '/api/telemetry/failures');
/** A part of a page failed in a browser; for pages that were opened before reports went in batches. */
export const reportFailure = /* @__PURE__ */ callOf<typeof operations.reportFailure>('POST', '/api/telemetry/failures');
/** The process lives. */
export const readHealth = /* @__PURE__ */ callOf<typeof operations.readHealth>('GET', '/healthz');
/** Requests may be sent here: started, the database takes writes, not about to end (503 otherwise). */
export const readReadiness = /* @__PURE__ */ callOf<typeof operations.readReadiness>('GET', '/readyz');
/** The same for proxies, which cannot send a request to a better database: started and not about to end (503 otherwise). */
export const readProcessReadiness = /* @__PURE__ */ callOf<typeof operations.readProcessReadiness>('GET', '/readyz/process');
/** Prometheus metrics. */
export const readMetrics = /* @__PURE__ */ callOf<typeof operations.readMetrics>('GET', '/metrics');
/** This API as an OpenAPI 3.1 document. */
export const readOpenApi = /* @__PURE__ */ callOf<typeof operations.readOpenApi>('GET', '/api/openapi.json');
/** This API as a page to read. */
export const readApiPage = /* @__PURE__ */ callOf<typeof operations.readApiPage>('GET', '/api/docs');
