import type { z } from 'zod';
import type { Answer } from './browser.ts';

/** The body of an answer with this status, as its schema says; anything else fails the test with what came. */
export function read<Body>(answer: Answer, schema: z.ZodType<Body>, status = 200): Body {
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return schema.parse(answer.body);
}
