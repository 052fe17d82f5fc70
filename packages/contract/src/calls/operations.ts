import type { FailureCauseList, FailureReport, ReleaseHealthList, TelemetryReport } from '../api/telemetry.ts';
import { call, type Nothing } from './call.ts';

/** The events of what changes, until the connection ends. */
export const openLive = /* @__PURE__ */ call('GET', '/api/live');

/** Reports which parts of a page have loaded, and which have failed. */
export const reportTelemetry = /* @__PURE__ */ call<Nothing, Nothing, TelemetryReport>('POST', '/api/telemetry');

/** The health of each release, as browsers report it. */
export const readReleaseHealth = /* @__PURE__ */ call<Nothing, Nothing, undefined, ReleaseHealthList>(
  'GET',
  '/api/telemetry/health',
);

/** The causes of failures, as browsers report them. */
export const listFailureCauses = /* @__PURE__ */ call<Nothing, Nothing, undefined, FailureCauseList>(
  'GET',
  '/api/telemetry/failures',
);

/** Reports that a part of a page failed; pages that were opened before `reportTelemetry` was there make this call. */
export const reportFailure = /* @__PURE__ */ call<Nothing, Nothing, FailureReport>('POST', '/api/telemetry/failures');

/** The process lives. */
export const readHealth = /* @__PURE__ */ call<Nothing, Nothing, undefined, { status: 'ok' }>('GET', '/healthz');

/** The process can serve. */
export const readReadiness = /* @__PURE__ */ call('GET', '/readyz');

/** The process can serve, as far as it depends on itself. */
export const readProcessReadiness = /* @__PURE__ */ call('GET', '/readyz/process');

/** Metrics in the form of Prometheus. */
export const readMetrics = /* @__PURE__ */ call('GET', '/metrics');

/** The API as an OpenAPI 3.1 document. */
export const readOpenApi = /* @__PURE__ */ call('GET', '/api/openapi.json');

/** The API as a page to read. */
export const readApiPage = /* @__PURE__ */ call('GET', '/api/docs');
