import { z } from 'zod';
import { accepted, callsOf, empty, json, written } from '../define-call.ts';
import { PRINTABLE_LINE } from '../text.ts';

/** How many live streams a session has at once; an open tab of the dashboards has one. */
export const MAX_STREAMS_OF_SESSION = 10;
/** How many live streams a person has at once, in all sessions. */
export const MAX_STREAMS_OF_PERSON = 20;

/** The collections whose changes are told live. */
export const liveCollectionSchema = z.enum([
  'documents',
  'press_releases',
  'events',
  'users',
  'outbox',
  'audit',
  'releases',
  'locks',
  'live_lock',
  'remotes',
  'team_tokens',
  'reading_marks',
  'telemetry_causes',
]);
/** A collection whose changes are told live. */
export type LiveCollection = z.infer<typeof liveCollectionSchema>;

/** The data of one live event. */
export const liveEventSchema = z
  .object({
    collection: liveCollectionSchema,
    type: z.enum(['added', 'changed', 'removed']),
    id: z.string().nullable().describe('which record; null when it is about several'),
  })
  .meta({ id: 'LiveEvent' });
/** The data of one live event. */
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** The data that says that events were missed which cannot be told any more: read everything again. */
export const liveResetSchema = z.object({ type: z.literal('reset') }).meta({ id: 'LiveReset' });
/** The data that says that events were missed. */
export type LiveReset = z.infer<typeof liveResetSchema>;

const shortText = z.string().min(1).max(200).regex(PRINTABLE_LINE, 'no control characters');

/** A part of a page that failed in a browser. */
export const failureReportSchema = z
  .strictObject({
    remote: shortText,
    release: shortText,
    component: shortText,
    phase: shortText,
    lock: shortText,
    reason: z.string().max(500),
  })
  .meta({ id: 'FailureReport' });
/** A part of a page that failed in a browser. */
export type FailureReport = z.infer<typeof failureReportSchema>;

/** The steps in which a part of a page can fail: its remote's entry, its component, its render. */
export const failurePhaseSchema = z.enum(['entry', 'component', 'render']);
/** The step in which a part of a page failed. */
export type TelemetryPhase = z.infer<typeof failurePhaseSchema>;

/** The most rows of one report. */
export const MAX_TELEMETRY_ROWS = 20;
/** The longest stack of a report, in characters. */
const MAX_STACK = 2000;
/** The longest load that is reported, in ms: a day. */
const MAX_LOAD_MS = 86_400_000;

const telemetryRowSchema = z
  .strictObject({
    kind: z
      .enum(['load', 'slow', 'failure'])
      .describe('slow: it still loads after 3.5 s; how that ends is another row'),
    remote: shortText,
    release: shortText,
    component: shortText,
    phase: failurePhaseSchema.optional().describe('of a failure, which must have one'),
    reason: z.string().max(500).optional().describe('of a failure'),
    stack: z.string().max(MAX_STACK).optional().describe('of a failure: the calls, as the browser writes them'),
    ms: z.number().min(0).max(MAX_LOAD_MS).optional().describe('of a load: from asking for the component to having it'),
  })
  .refine(({ kind, phase }) => kind !== 'failure' || phase !== undefined, {
    path: ['phase'],
    message: 'a failure has a phase',
  })
  .meta({ id: 'TelemetryRow' });
/** A component of a remote that was loaded, was slow or failed in a browser. */
export type TelemetryRow = z.infer<typeof telemetryRowSchema>;

/** What a page reports of the parts that it has loaded. */
export const telemetryReportSchema = z
  .strictObject({ lock: shortText, rows: z.array(telemetryRowSchema).min(1).max(MAX_TELEMETRY_ROWS) })
  .meta({ id: 'TelemetryReport' });
/** What a page reports of the parts that it has loaded. */
export type TelemetryReport = z.infer<typeof telemetryReportSchema>;

const countSchema = z.number().int().min(0);
const loadTimeSchema = z.number().nullable().describe('ms, within a tenth; null when no load was timed');

const releaseHealthSchema = z
  .object({
    remote: z.string(),
    release: z.string(),
    loads: countSchema.describe('a client counts once an hour'),
    slow: countSchema.describe('clients that waited longer than 3.5 s for a part: no failures'),
    failures: z.object({ entry: countSchema, component: countSchema, render: countSchema }),
    p50: loadTimeSchema,
    p95: loadTimeSchema,
    since: z.iso.datetime().describe('the beginning of the first hour that is counted'),
  })
  .meta({ id: 'ReleaseHealth' });
/** What browsers reported of a release in the last days. */
export type ReleaseHealth = z.infer<typeof releaseHealthSchema>;
/** The health of the releases that browsers reported in the last days, those reported last first. */
export const releaseHealthListSchema = z.object({ items: z.array(releaseHealthSchema) });
/** The health of the releases that browsers reported in the last days, those reported last first. */
export type ReleaseHealthList = z.infer<typeof releaseHealthListSchema>;

const failureFrameSchema = z
  .object({
    function: z.string().optional(),
    file: z.string().describe('of the source where the release has a map, else the path of the script'),
    line: z.number().int(),
    column: z.number().int(),
  })
  .meta({ id: 'FailureFrame' });
/** A call of the stack of a failure. */
export type FailureFrame = z.infer<typeof failureFrameSchema>;

const failureCauseSchema = z
  .object({
    remote: z.string(),
    release: z.string(),
    component: z.string(),
    phase: failurePhaseSchema,
    reason: z.string(),
    frames: z.array(failureFrameSchema).describe('the innermost call first; of the first report'),
    clients: countSchema.describe('how many clients reported it; a client counts once a day'),
    firstAt: z.iso.datetime(),
    lastAt: z.iso.datetime(),
  })
  .meta({ id: 'FailureCause' });
/** Failures of a release that have one cause. */
export type FailureCause = z.infer<typeof failureCauseSchema>;
/** The causes of failures, those seen last first. */
export const failureCauseListSchema = z.object({ items: z.array(failureCauseSchema) });
/** The causes of failures, those seen last first. */
export type FailureCauseList = z.infer<typeof failureCauseListSchema>;

const live = callsOf('live');
const telemetry = callsOf('telemetry');
const operators = callsOf('operators');
const docs = callsOf('docs');

/** What keeps the portal running, and is read about it. */
export default {
  openLive: live('GET', '/api/live', {
    summary: 'Stream changes as server-sent events',
    description:
      'Each event is a message whose data is `{collection, type, id}`; `{type: "reset"}` says that events were missed that cannot be told any more. ' +
      `Only what the caller may see is told. The stream ends with the session. A session has up to ${MAX_STREAMS_OF_SESSION} streams at once, a person ${MAX_STREAMS_OF_PERSON}.`,
    headers: { 'Last-Event-ID': 'the id of the last event seen: what came after it is told first' },
    reply: written(['text/event-stream'], 'The events, until the connection ends'),
    problems: { unavailable: 503, 'rate-limited': 429, busy: 503 },
  }),
  reportTelemetry: telemetry('POST', '/api/telemetry', {
    summary: 'Report loaded and failed parts of a page',
    description:
      'Counted per client: an hour’s loads of one release count once, and so do its failures of one phase. Releases that are not live, a canary or among the last that were live are not counted.',
    body: telemetryReportSchema,
    reply: accepted,
    problems: { 'rate-limited': 429 },
  }),
  readReleaseHealth: telemetry('GET', '/api/telemetry/health', {
    summary: 'Read the health of each release of the last seven days: loads, failures by phase, load times',
    reply: json(releaseHealthListSchema),
  }),
  listFailureCauses: telemetry('GET', '/api/telemetry/failures', {
    summary: 'List failure causes of the last seven days, last seen first; at most 200',
    reply: json(failureCauseListSchema),
  }),
  reportFailure: telemetry('POST', '/api/telemetry/failures', {
    summary: 'Report one failed part of a page, for pages from before batched reports',
    body: failureReportSchema,
    reply: empty,
    problems: { 'rate-limited': 429 },
  }),
  readHealth: operators('GET', '/healthz', {
    summary: 'Check that the process is alive',
    reply: json(z.object({ status: z.literal('ok') })),
  }),
  readReadiness: operators('GET', '/readyz', {
    summary: 'Check that the process is ready: started, database writable, not shutting down (503 otherwise)',
    reply: written(['application/json']),
  }),
  readProcessReadiness: operators('GET', '/readyz/process', {
    summary:
      'The same for proxies, which cannot send a request to a better database: started and not about to end (503 otherwise)',
    reply: written(['application/json']),
  }),
  readMetrics: operators('GET', '/metrics', { summary: 'Read Prometheus metrics', reply: written(['text/plain']) }),
  readOpenApi: docs('GET', '/api/openapi.json', {
    summary: 'Read this API as an OpenAPI 3.1 document',
    isHandedOut: true,
    reply: written(['application/json']),
  }),
  readApiPage: docs('GET', '/api/docs', {
    summary: 'Read this API as a web page',
    isHandedOut: true,
    reply: written(['text/html']),
  }),
};
