import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const valueSchema = z
  .object({ stringValue: z.string(), intValue: z.coerce.number(), doubleValue: z.number(), boolValue: z.boolean() })
  .partial();
const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: attributesSchema,
  status: z.object({ code: z.number().optional() }).default({}),
});
const bodySchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

/** A span as the collector got it. */
export interface CollectedSpan extends z.output<typeof spanSchema> {
  /** The service that sent it. */
  readonly service: string;
}

/** A collector of traces, as tests play it. */
export interface Collector {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** How many requests it got. */
  requests(): number;
  /** All that it got, as it came. */
  text(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a collector; `answer` plays one in trouble, once it has read what was sent. */
export async function startCollector(
  answer: RequestListener = (_request, response) => void response.end('{}'),
): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const take = async (request: IncomingMessage) => {
    const body = await text(request);
    bodies.push(`${JSON.stringify(request.headers)}\n${body}`);
    if (request.url !== '/v1/traces') return;
    for (const { resource, scopeSpans } of bodySchema.parse(JSON.parse(body)).resourceSpans) {
      const service = String(resource.attributes['service.name']);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans).map((span) => ({ ...span, service })));
    }
  };
  const server = createServer((request, response) => {
    take(request).then(
      () => answer(request, response),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The collector has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    requests: () => bodies.length,
    text: () => bodies.join('\n'),
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
