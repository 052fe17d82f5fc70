import { z } from 'zod';
import type { Send } from './own-commands.ts';

const startedSchema = z.looseObject({
  method: z.literal('network.responseStarted'),
  params: z.looseObject({ response: z.looseObject({ mimeType: z.string() }) }),
});

/**
 * Returns that a response is complete when it is a stream of events that has just started: Playwright would otherwise wait for its
 * end where a test waits until a page loads nothing any more. Undefined for any other message.
 */
export function completionOf(message: unknown): unknown {
  const { data } = startedSchema.safeParse(message);
  if (!data?.params.response.mimeType.startsWith('text/event-stream')) return undefined;
  return { ...data, method: 'network.responseCompleted' };
}

/** The header in which a request's body comes to Playwright, which does not ask Firefox for it; never sent to a server. */
export const BODY_HEADER = 'x-body-for-tests';
/** The command by which Playwright lets a request go on that it has stopped. */
export const CONTINUE_REQUEST = 'network.continueRequest';

/** What the tests look into are reports and saved settings; uploads are longer. */
const MAX_BODY_BYTES = 64 * 1024;

const headerSchema = z.looseObject({ name: z.string() });

/** A request as Firefox reports it before it is sent. */
export const requestSchema = z.looseObject({
  method: z.literal('network.beforeRequestSent'),
  params: z.looseObject({
    request: z.looseObject({ request: z.string(), bodySize: z.number().nullable(), headers: z.array(headerSchema) }),
  }),
});

const bodySchema = z.object({ bytes: z.object({ type: z.enum(['string', 'base64']), value: z.string() }) });
const continuedSchema = z.looseObject({ params: z.looseObject({ headers: z.array(headerSchema).optional() }) });

/** Has Firefox keep the bodies of requests. */
export async function keepBodies(send: Send): Promise<void> {
  await send('network.addDataCollector', { dataTypes: ['request'], maxEncodedDataSize: MAX_BODY_BYTES });
}

/** Returns the report of a request with its body in a header; without one where the request has none. */
export async function withBody(report: z.infer<typeof requestSchema>, send: Send): Promise<unknown> {
  const { request } = report.params;
  if (!request.bodySize || request.bodySize > MAX_BODY_BYTES) return report;
  const { bytes } = bodySchema.parse(await send('network.getData', { request: request.request, dataType: 'request' }));
  const body = Buffer.from(bytes.value, bytes.type === 'base64' ? 'base64' : 'utf8').toString('base64');
  const headers = [...request.headers, { name: BODY_HEADER, value: { type: 'string', value: body } }];
  return { ...report, params: { ...report.params, request: { ...request, headers } } };
}

/** Returns a command that lets a request go on, without the header that never was one. */
export function withoutBodyHeader(command: unknown): unknown {
  const { params, ...rest } = continuedSchema.parse(command);
  return { ...rest, params: { ...params, headers: params.headers?.filter(({ name }) => name !== BODY_HEADER) } };
}
