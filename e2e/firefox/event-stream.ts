import { z } from 'zod';

const startedSchema = z.looseObject({
  method: z.literal('network.responseStarted'),
  params: z.looseObject({ response: z.looseObject({ mimeType: z.string() }) }),
});

/**
 * Returns that a response is complete when it is a stream of events that has just begun: Playwright would otherwise wait for its
 * end where a test waits until a page loads nothing any more. Undefined for any other message.
 */
export function completionOf(message: unknown): unknown {
  const { data } = startedSchema.safeParse(message);
  if (!data?.params.response.mimeType.startsWith('text/event-stream')) return undefined;
  return { ...data, method: 'network.responseCompleted' };
}
