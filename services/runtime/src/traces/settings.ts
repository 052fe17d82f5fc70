import { z } from 'zod';
import { isLocalHost } from '../http/trusted-hosts.ts';

/** How many spans of a trace a process records: a download reads thousands of chunks. */
export const MAX_SPANS_OF_TRACE = 200;
/** How many commands of the database are watched at once. */
export const MAX_OPEN_COMMANDS = 1000;
/** How many spans wait for the collector; further ones are lost. Each takes about 2 KB. */
export const MAX_WAITING_SPANS = 2048;
/** How many spans are sent at once. */
export const MAX_BATCH = 512;
/** How long a span waits for others, in ms. */
export const BATCH_DELAY_MS = 2000;
/** How long the collector may take, in ms. */
export const EXPORT_TIMEOUT_MS = 5000;
/** How many batches are under way at once: one, and at the end of a process all that wait. */
export const MAX_BATCHES_UNDER_WAY = 1 + MAX_WAITING_SPANS / MAX_BATCH;
/** How long the last spans of a process may take, in ms; shorter than what a process has for its end. */
export const CLOSE_TIMEOUT_MS = 2000;
/** How many attributes a span has, and how long each may be, in characters. */
export const MAX_ATTRIBUTES = 32;
export const MAX_ATTRIBUTE_LENGTH = 200;

/** Returns the headers of a list `name=value,name=value`, values percent-encoded; undefined for another text. */
function headersOf(list: string): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  for (const entry of list.split(',')) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
    if (name === undefined || value === undefined) return undefined;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return undefined;
    }
    if (/[^\t\x20-\x7e]/.test(headers[name])) return undefined;
  }
  return headers;
}

const SHARE = 'a number from 0 to 1';

/** The settings of traces, by OpenTelemetry's own names; docs/run-it/settings.md has their table. */
export const traceSettings = {
  /** The collector's address, to which `/v1/traces` is added; none without. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'an http or https address' })
    .refine((address) => !/[?#@]/.test(address), 'an address without a query, a fragment and a password')
    .refine((address) => !/\/v1\/traces\/?$/.test(address), 'an address without /v1/traces, which is added to it')
    .optional(),
  /** Headers for the collector, such as a key of its own. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((list, context) => {
      const headers = headersOf(list);
      if (headers !== undefined) return headers;
      context.addIssue('names and percent-encoded values, as name=value,name=value');
      return z.NEVER;
    })
    .optional(),
  /** The share of traces that begin here and are recorded, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:[01]|[01]?\.\d+)$/, SHARE)
    .transform(Number)
    .pipe(z.number().max(1, SHARE))
    .default(0.01),
};

/** The settings of traces as they were read. */
export type TraceSettings = z.output<z.ZodObject<typeof traceSettings>>;

/** Returns the settings of traces among all of a service. */
export function traceSettingsOf(settings: TraceSettings): TraceSettings {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER_ARG } = settings;
  return { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER_ARG };
}

/** The exporter reads these by itself, past what is checked here: its headers would be sent besides ours. */
const OF_EXPORTER = /^OTEL_EXPORTER_OTLP_TRACES_/;

/** Returns what is unsafe in settings: a key for the collector that would be sent over a network in clear text, and variables that are not ours. */
export function traceFaults(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_EXPORTER_OTLP_HEADERS: headers } = variables;
  const faults = Object.keys(variables)
    .filter((name) => endpoint !== '' && OF_EXPORTER.test(name) && variables[name] !== undefined)
    .map((name) => `${name}: is not a setting of the portal; it has OTEL_EXPORTER_OTLP_ENDPOINT and …_HEADERS`);
  if (headers === undefined || !URL.canParse(endpoint)) return faults;
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'https:' || isLocalHost(hostname)
    ? faults
    : [...faults, 'OTEL_EXPORTER_OTLP_HEADERS: is sent to another machine by https only'];
}
