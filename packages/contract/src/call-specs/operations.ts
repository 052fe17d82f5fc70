import { z } from 'zod';
import { MAX_STREAMS_OF_PERSON, MAX_STREAMS_OF_SESSION } from '../api/live.ts';
import { failureReportSchema } from '../api/telemetry.ts';
import {
  openLive,
  readApiPage,
  readHealth,
  readMetrics,
  readOpenApi,
  readReadiness,
  reportFailure,
} from '../calls/operations.ts';
import { empty, json, specsOf, written } from './spec.ts';

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
  telemetry(reportFailure, {
    summary: 'A part of a page failed in a browser',
    body: failureReportSchema,
    reply: empty,
    problems: { 'rate-limited': 429 },
  }),
  operators(readHealth, { summary: 'The process lives', reply: json(z.object({ status: z.literal('ok') })) }),
  operators(readReadiness, {
    summary: 'Requests may be sent here: started, the database takes writes, not about to end (503 otherwise)',
    reply: written(['application/json']),
  }),
  operators(readMetrics, { summary: 'Prometheus metrics', reply: written(['text/plain']) }),
  docs(readOpenApi, { summary: 'This API as an OpenAPI 3.1 document', reply: written(['application/json']) }),
  docs(readApiPage, { summary: 'This API as a page to read', reply: written(['text/html']) }),
];
