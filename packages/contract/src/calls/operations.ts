import type { FailureReport } from '../api/telemetry.ts';
import { call, type Nothing } from './call.ts';

/** The events of what changes, until the connection ends. */
export const openLive = call('GET', '/api/live');

/** Reports that a part of a page failed. */
export const reportFailure = call<Nothing, Nothing, FailureReport>('POST', '/api/telemetry/failures');

/** The process lives. */
export const readHealth = call<Nothing, Nothing, undefined, { status: 'ok' }>('GET', '/healthz');

/** The process can serve. */
export const readReadiness = call('GET', '/readyz');

/** Metrics in the form of Prometheus. */
export const readMetrics = call('GET', '/metrics');

/** The API as an OpenAPI 3.1 document. */
export const readOpenApi = call('GET', '/api/openapi.json');

/** The API as a page to read. */
export const readApiPage = call('GET', '/api/docs');
