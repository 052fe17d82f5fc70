import { z } from 'zod';
import { PRINTABLE_LINE } from './text.ts';

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
