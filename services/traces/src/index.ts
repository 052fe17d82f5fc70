export { currentTraceparent, noteOnSpan, step, withoutSpan } from './current-span.ts';
export { openTraces, type Traces, type TracesOptions } from './open-traces.ts';
export { type TraceSettings, traceFaults, traceSettings, traceSettingsOf } from './settings.ts';
