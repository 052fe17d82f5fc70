import { z } from 'zod';
import { MAX_STREAMS_OF_PERSON, MAX_STREAMS_OF_SESSION } from '../api/live.ts';
import {
  failureCauseListSchema,
  failureReportSchema,
  releaseHealthListSchema,
  telemetryReportSchema,
} from '../api/telemetry.ts';
import {
  listFailureCauses,
  openLive,
  readApiPage,
  readHealth,
  readMetrics,
  readOpenApi,
  readProcessReadiness,
  readReadiness,
  readReleaseHealth,
  reportFailure,
  reportTelemetry,
} from '../calls/operations.ts';
import { accepted, empty, json, specsOf, written } from './spec.ts';

const live = specsOf('live');
const telemetry = specsOf('telemetry');
const operators = specsOf('operators');
const docs = specsOf('docs');

/** What keeps the portal running, and is read about it. */
export const operationSpecs = [
  live(openLive, {
    summary: 'What changes, as it changes: server-sent events',
    description:
      'Each event is a message whose data is `{collection, type, id}`; `{type: "reset"}` says that events were missed that cannot be told any more. ' +
      `Only what the caller may see is told. The stream ends with the session. A session has up to ${MAX_STREAMS_OF_SESSION} streams at once, a person ${MAX_STREAMS_OF_PERSON}.`,
    headers: { 'Last-Event-ID': 'the id of the last event seen: what came after it is told first' },
    reply: written(['text/event-stream'], 'The events, until the connection ends'),
    problems: { unavailable: 503, 'rate-limited': 429, busy: 503 },
  }),
  telemetry(reportTelemetry, {
    summary: 'Parts of a page that have loaded, and that have failed, in a browser',
    description:
      'Counted per client: an hour’s loads of one release count once, and so do its failures of one phase. Releases that are not live, a canary or among the last that were live are not counted.',
    body: telemetryReportSchema,
    reply: accepted,
    problems: { 'rate-limited': 429 },
  }),
  telemetry(readReleaseHealth, {
    summary: 'The health of each release of the last seven days: loads, failures by phase, load times',
    reply: json(releaseHealthListSchema),
  }),
  telemetry(listFailureCauses, {
    summary: 'The causes of failures of the last seven days, those seen last first; at most 200',
    reply: json(failureCauseListSchema),
  }),
  telemetry(reportFailure, {
    summary: 'A part of a page failed in a browser; for pages that were opened before reports went in batches',
    body: failureReportSchema,
    reply: empty,
    problems: { 'rate-limited': 429 },
  }),
  operators(readHealth, { summary: 'The process lives', reply: json(z.object({ status: z.literal('ok') })) }),
  operators(readReadiness, {
    summary: 'Requests may be sent here: started, the database takes writes, not about to end (503 otherwise)',
    reply: written(['application/json']),
  }),
  operators(readProcessReadiness, {
    summary:
      'The same for proxies, which cannot send a request to a better database: started and not about to end (503 otherwise)',
    reply: written(['application/json']),
  }),
  operators(readMetrics, { summary: 'Prometheus metrics', reply: written(['text/plain']) }),
  docs(readOpenApi, {
    summary: 'This API as an OpenAPI 3.1 document',
    isHandedOut: true,
    reply: written(['application/json']),
  }),
  docs(readApiPage, { summary: 'This API as a page to read', isHandedOut: true, reply: written(['text/html']) }),
];
